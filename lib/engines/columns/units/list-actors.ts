import type { Actors } from "../../../port/actors.ts";
import type { NamedUnits } from "./named-units.ts";
import type { Question } from "../question.ts";

/** Actors in the port's order, with the unit of each. */
export interface ListedActors {
  actors: Actors;
  /** As long as the list. */
  units: ArrayLike<number>;
}

/** Lists the matching units, from 1 on, as actors. */
export function listActors(question: Question, named: NamedUnits, isMeant: (unit: number) => boolean): ListedActors {
  return named.kind.by === "persons"
    ? listPersons(question, isMeant)
    : listGroups(named, named.kind.groupTypeIndex, isMeant);
}

function listPersons({ people }: Question, isMeant: (unit: number) => boolean): ListedActors {
  const { actors, personLimit, actorLimit } = people;
  const ids: number[] = [];
  for (let actor = 1; actor < personLimit; actor++) if (isMeant(actor)) ids.push(actor);
  const units = [...ids];
  if (hasAny(personLimit, actorLimit, isMeant)) {
    // Numbers of personless actors are temporary and belong to this engine: such actors are named by distinct ids,
    // which must be searched.
    for (let ordinal = 1; ordinal < actors.length; ordinal++) {
      const actor = actors[ordinal]!;
      if (actor < personLimit || !isMeant(actor)) continue;
      ids.push(-ordinal);
      units.push(actor);
    }
  }
  return { actors: { by: "persons", ids: new Float64Array(ids) }, units };
}

function hasAny(from: number, until: number, isMeant: (unit: number) => boolean): boolean {
  for (let unit = from; unit < until; unit++) if (isMeant(unit)) return true;
  return false;
}

function listGroups(
  { units, keyOf }: NamedUnits,
  groupTypeIndex: number,
  isMeant: (unit: number) => boolean,
): ListedActors {
  const found: { unit: number; key: string }[] = [];
  for (let unit = 1; unit < units.limit(); unit++) if (isMeant(unit)) found.push({ unit, key: keyOf(unit) });
  const sorted = found.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    actors: { by: "groups", groupTypeIndex, keys: sorted.map(({ key }) => key) },
    units: sorted.map(({ unit }) => unit),
  };
}
