import { propertyText } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import { Interned } from "./interned.ts";
import { idsByCode } from "../kernels/entity-ids.ts";
import type { People } from "./people.ts";
import type { Segment } from "../log/segment.ts";
import { compileTable } from "../scan/value-table.ts";

/** The entities of a distinct count: an id for each row. */
export interface EntityIds {
  /** The entity id of each of the rows `start` to `end − 1`; 0 = none. Read-only. */
  of(segment: Segment, start: number, end: number): Uint32Array;
  /** Above every entity id of the segments. */
  limit(): number;
  /** If entities are actors: the actors of distinct ids, by ordinal. Null = other entities. */
  actors: Uint32Array | null;
}

/** Persons, and personless actors. */
export function actorIds({ people }: { people: People }): EntityIds {
  return {
    of: (segment, start, end) => segment.actors(people, start, end).subarray(start, end),
    limit: () => people.actorLimit,
    actors: people.actors,
  };
}

/** The groups of one type, by key; the empty key is no group. */
export function groupIds(groupTypeIndex: number): EntityIds {
  return textIds(`$group_${groupTypeIndex}`, (text) => text !== "");
}

/** Sessions; `NO_SESSION` is one of them. */
export function sessionIds(): EntityIds {
  return textIds("$session_id", () => true, [""]);
}

/** The session of all events without a session. */
export const NO_SESSION = 1;

function textIds(key: string, isEntityId: (text: string) => boolean, first: readonly string[] = []): EntityIds {
  const texts = new Interned<string>();
  for (const text of first) texts.numberOf(text);
  const tableOf = compileTable(Uint32Array, (value: Json | undefined) => {
    const text = propertyText(value);
    return isEntityId(text) ? texts.numberOf(text) + 1 : 0;
  });
  return {
    of(segment, start, end) {
      const column = segment.property(key);
      return idsByCode(column.codes, tableOf(column), start, end);
    },
    limit: () => texts.size + 1,
    actors: null,
  };
}
