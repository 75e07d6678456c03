import type { ActorKind } from "../../../port/actors.ts";
import { propertyText } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import { Interned } from "./interned.ts";
import { idsByCode } from "../kernels/entity-ids.ts";
import type { Execution } from "../execution.ts";
import type { PropertyColumn } from "../log/segment.ts";
import { actorIds } from "./entity-ids.ts";
import type { EntityIds } from "./entity-ids.ts";

/** Entities that can be named afterwards. */
export interface NamedEntities {
  kind: ActorKind;
  entityIds: EntityIds;
  /** For groups: the key of an entity of `entityIds`. */
  keyOf(entityId: number): string;
}

/** The entities of a kind of actor: persons, or the groups of one type; the empty key is no group. */
export function namedEntities(kind: ActorKind, execution: Execution): NamedEntities {
  if (kind.by === "persons") return { kind, entityIds: actorIds(execution), keyOf: String };
  const keys = new Interned<string>();
  const tables = new WeakMap<PropertyColumn, Uint32Array>();
  const toId = (value: Json | undefined) => {
    const text = propertyText(value);
    return text === "" ? 0 : keys.numberOf(text) + 1;
  };
  const entityIds: EntityIds = {
    of(segment, start, end) {
      const column = segment.property(`$group_${kind.groupTypeIndex}`);
      const table = tables.get(column) ?? Uint32Array.from(column.values, toId);
      tables.set(column, table);
      return idsByCode(column.codes, table, start, end);
    },
    limit: () => keys.values.length + 1,
    actors: null,
  };
  return { kind, entityIds, keyOf: (entityId) => keys.values[entityId - 1]! };
}
