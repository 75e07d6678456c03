import type { WholeList } from "./actor-list.ts";
import type { NamedEntities } from "./named-entities.ts";
import type { Execution } from "../execution.ts";

/** Actors in ascending order of their keys, with the entity id of each. */
export interface ListedActors {
  actors: WholeList;
  /** The entity id of each actor of the list. */
  entityIds: ArrayLike<number>;
}

/** Lists the matching entities, from 1 on, as actors. */
export function listActors(
  execution: Execution,
  named: NamedEntities,
  isMeant: (entityId: number) => boolean,
): ListedActors {
  return named.kind.by === "persons"
    ? listPersons(execution, isMeant)
    : listGroups(named, named.kind.groupTypeIndex, isMeant);
}

function listPersons({ people }: Execution, isMeant: (entityId: number) => boolean): ListedActors {
  const { actors, personLimit, actorLimit } = people;
  const ids: number[] = [];
  for (let actor = 1; actor < personLimit; actor++) if (isMeant(actor)) ids.push(actor);
  const entityIds = [...ids];
  if (hasAny(personLimit, actorLimit, isMeant)) {
    // Numbers of personless actors are temporary, so they are named by their distinct ids.
    for (let ordinal = 1; ordinal < actors.length; ordinal++) {
      const actor = actors[ordinal]!;
      if (actor < personLimit || !isMeant(actor)) continue;
      ids.push(-ordinal);
      entityIds.push(actor);
    }
  }
  return { actors: { by: "persons", ids: new Float64Array(ids), order: "keys" }, entityIds };
}

function hasAny(from: number, until: number, isMeant: (entityId: number) => boolean): boolean {
  for (let entityId = from; entityId < until; entityId++) if (isMeant(entityId)) return true;
  return false;
}

function listGroups(
  { entityIds, keyOf }: NamedEntities,
  groupTypeIndex: number,
  isMeant: (entityId: number) => boolean,
): ListedActors {
  const found: { entityId: number; key: string }[] = [];
  for (let entityId = 1; entityId < entityIds.limit(); entityId++)
    if (isMeant(entityId)) found.push({ entityId, key: keyOf(entityId) });
  const sorted = found.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    actors: { by: "groups", groupTypeIndex, keys: sorted.map(({ key }) => key), order: "keys" },
    entityIds: sorted.map(({ entityId }) => entityId),
  };
}
