import type { ActorKind } from "../../../port/actors.ts";
import { propertyText } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import { Interned } from "./interned.ts";
import { unitsByCode } from "../kernels/units.ts";
import type { People } from "./people.ts";
import type { Segment } from "../log/segment.ts";
import { compileTable } from "../scan/value-table.ts";

/** The units of a distinct count: a number for each row. */
export interface Units {
  /** The unit of each of the rows `start` to `end − 1`; 0 = none. Read-only. */
  of(segment: Segment, start: number, end: number): Uint32Array;
  /** Above every unit of the segments. */
  limit(): number;
  /** If units are actors: the actors of distinct ids, by ordinal. Null = other units. */
  actors: Uint32Array | null;
}

/** Persons, and personless actors. */
export function actorUnits({ people }: { people: People }): Units {
  return {
    of: (segment, start, end) => segment.actors(people).subarray(start, end),
    limit: () => people.actorLimit,
    actors: people.actors,
  };
}

/** The counted units: persons, or the groups of events. */
export function unitsOfKind(kind: ActorKind, question: { people: People }): Units {
  return kind.by === "persons" ? actorUnits(question) : groupUnits(kind.groupTypeIndex);
}

/** The groups of one type, by key; the empty key is no group. */
export function groupUnits(groupTypeIndex: number): Units {
  return textUnits(`$group_${groupTypeIndex}`, (text) => text !== "");
}

/** Sessions; unit 1, which means no session, is one of them. */
export function sessionUnits(): Units {
  return textUnits("$session_id", () => true, [""]);
}

/** The session of all events without a session. */
export const NO_SESSION = 1;

function textUnits(key: string, isUnit: (text: string) => boolean, first: readonly string[] = []): Units {
  const texts = new Interned<string>();
  for (const text of first) texts.numberOf(text);
  const tableOf = compileTable(Uint32Array, (value: Json | undefined) => {
    const text = propertyText(value);
    return isUnit(text) ? texts.numberOf(text) + 1 : 0;
  });
  return {
    of(segment, start, end) {
      const column = segment.property(key);
      return unitsByCode(column.codes, tableOf(column), start, end);
    },
    limit: () => texts.size + 1,
    actors: null,
  };
}
