import { parseElements } from "../../../events/elements/index.ts";
import { compileFilter, propertyText } from "../../../events/filters/index.ts";
import type {
  CohortLookup,
  FilterNode,
  FilterRow,
  GroupFilter,
  Json,
  Properties,
  RowPredicate,
  SessionFilter,
  ValueFilter,
} from "../../../events/filters/index.ts";
import { andInto, maskByCode, orInto } from "../kernels/mask.ts";
import type { Execution } from "../execution.ts";
import type { PropertyColumn, Segment } from "../log/segment.ts";
import type { SessionValue } from "../../../events/sessions/index.ts";
import type { MaskRoom } from "./mask-room.ts";
import { compileExpression } from "./expression.ts";
import { compileMetadata } from "./metadata.ts";
import { compileTable } from "./value-table.ts";

/** 1 or 0 for each of the rows `start` to `end − 1`. @param room memory for the mask. @default new memory */
export type Mask = (segment: Segment, start: number, end: number, room?: MaskRoom) => Uint8Array;

/** Null = every row passes. Tests of persons are known after `execution.showPersons`. */
export function compileMask(filter: FilterNode, execution: Execution): Mask | null {
  switch (filter.type) {
    case "AND":
    case "OR":
      return compileGroup(filter.type, filter.values, execution);
    case "event":
      return maskOfValues(filter.key, testOfValue(filter, execution.cohorts));
    case "group":
      return maskOfGroups(filter, execution);
    case "person":
      return maskOfPersonValues(filter.key, testOfPerson(filter, execution.cohorts), execution);
    case "cohort":
      return maskOfPersons(compileFilter(filter, execution.cohorts), execution);
    case "session":
      return maskOfSessionValues(filter, execution);
    case "event_metadata": {
      const test = compileFilter(filter, execution.cohorts);
      const passes = (value: string | null) => Number(test({ ...EMPTY_ROW, column: () => value }));
      const numbersOf = compileMetadata(filter.key, execution, passes);
      return (segment, start, end) => Uint8Array.from(numbersOf(segment, start, end));
    }
    case "hogql": {
      const numbers = compileExpression(filter, "condition", execution, Number);
      return (segment, start, end) => Uint8Array.from(numbers.of(segment, start, end));
    }
    case "element": {
      const test = compileFilter(filter, execution.cohorts);
      return maskOfColumn(
        (segment) => segment.elements(),
        (stored) => test({ ...EMPTY_ROW, elements: () => parseElements(stored === undefined ? null : String(stored)) }),
      );
    }
  }
}

function compileGroup(type: "AND" | "OR", values: FilterNode[], execution: Execution): Mask | null {
  const masks = values.map((value) => compileMask(value, execution));
  return type === "AND" ? allOf(masks) : anyOf(masks);
}

/** The rows that pass all masks. */
export function allOf(masks: readonly (Mask | null)[]): Mask | null {
  return combine(
    masks.filter((mask) => mask !== null),
    andInto,
  );
}

/** The rows that pass any mask; without masks, all rows (like an empty group of filters). */
export function anyOf(masks: readonly (Mask | null)[]): Mask | null {
  const real = masks.filter((mask) => mask !== null);
  // One mask that lets everything pass is enough.
  return real.length < masks.length ? null : combine(real, orInto);
}

function combine(masks: Mask[], into: (mask: Uint8Array, other: Uint8Array) => void): Mask | null {
  const [first, ...rest] = masks;
  if (first === undefined || rest.length === 0) return first ?? null;
  return (segment, start, end, room) => {
    const mask = first(segment, start, end, room);
    for (const other of rest) into(mask, other(segment, start, end, room));
    return mask;
  };
}

/** Tests each distinct value once. */
export function maskOfValues(key: string, test: (stored: Json | undefined) => boolean): Mask {
  return maskOfColumn((segment) => segment.property(key), test);
}

function maskOfColumn(
  columnOf: (segment: Segment) => PropertyColumn,
  test: (stored: Json | undefined) => boolean,
): Mask {
  const tableOf = compileTable(Uint8Array, (value) => (test(value) ? 1 : 0));
  return (segment, start, end, room) => {
    const column = columnOf(segment);
    return maskByCode(column.codes, tableOf(column), start, end, room?.take(end - start));
  };
}

/** The rows whose actor passes, by actor. */
export function maskOfActors(table: Uint8Array, { people }: Execution): Mask {
  return (segment, start, end, room) =>
    maskByCode(segment.actors(people, start, end), table, start, end, room?.take(end - start));
}

/** Rows without a session do not pass. */
function maskOfSessionValues(filter: SessionFilter, execution: Execution): Mask {
  const { key } = filter;
  const test = compileFilter(filter, execution.cohorts);
  const passes = (value: SessionValue) => test({ ...EMPTY_ROW, sessionValue: () => value });
  if (key === "$session_duration") return maskOfSessions(passes, execution);
  return maskBySession(() => {
    const sessions = execution.sessionTable();
    return Uint8Array.from({ length: sessions.limit }, (_, session) =>
      sessions.has(session) && passes(sessions.value(session, key)) ? 1 : 0,
    );
  }, execution);
}

/** The rows whose session passes, by its duration; rows without a session do not pass. */
export function maskOfSessions(test: (seconds: number) => boolean, execution: Execution): Mask {
  return maskBySession(
    () => Uint8Array.from(execution.sessionSeconds(), (seconds) => (!Number.isNaN(seconds) && test(seconds) ? 1 : 0)),
    execution,
  );
}

/** The rows whose session has a 1 in the table, which is made when the first rows are read. */
export function maskBySession(toTable: () => Uint8Array, execution: Execution): Mask {
  let table: Uint8Array | undefined;
  return (segment, start, end) => {
    table ??= toTable();
    // Sessions found later are in no range: beyond the table's end a mask reads 0.
    return maskByCode(execution.sessions.of(segment, start, end), table, 0, end - start);
  };
}

/** Tests each distinct value once. */
function maskOfPersonValues(key: string, test: (stored: Json | undefined) => boolean, execution: Execution): Mask {
  const { codes, values } = execution.personColumn(key);
  const { personLimit, actorLimit } = execution.people;
  const passes = Uint8Array.from(values, (value) => (test(value) ? 1 : 0));
  // Actors without a person count as a person without properties.
  const table = new Uint8Array(actorLimit).fill(passes[0]!);
  const count = Math.min(codes.length, personLimit);
  for (let person = 1; person < count; person++) table[person] = passes[codes[person]!]!;
  return maskOfActors(table, execution);
}

/** The rows whose person passes: each person is tested once. */
export function maskOfPersons(test: RowPredicate, execution: Execution): Mask {
  const { personLimit, actorLimit } = execution.people;
  const table = new Uint8Array(actorLimit);
  execution.eachPerson((actor, person) => {
    if (!test({ ...EMPTY_ROW, ...person })) return;
    table[actor] = 1;
    // Actors without a person count as a person without properties.
    if (actor === 0) table.fill(1, personLimit);
  });
  return maskOfActors(table, execution);
}

const EMPTY_ROW: FilterRow = { properties: {}, personId: null, personProperties: {}, groupProperties: () => ({}) };

function testOfValue(filter: ValueFilter, cohorts: CohortLookup): (stored: Json | undefined) => boolean {
  const test = compileFilter(filter, cohorts);
  return (stored) => test({ ...EMPTY_ROW, properties: toProperties(filter.key, stored) });
}

function testOfPerson(filter: ValueFilter, cohorts: CohortLookup): (stored: Json | undefined) => boolean {
  const test = compileFilter(filter, cohorts);
  return (stored) => test({ ...EMPTY_ROW, personProperties: toProperties(filter.key, stored) });
}

/** Made from entries: a key such as "__proto__" would not become a property of a literal. */
function toProperties(key: string, stored: Json | undefined): Properties {
  return stored === undefined ? {} : Object.fromEntries([[key, stored]]);
}

function maskOfGroups(filter: GroupFilter, execution: Execution): Mask {
  const { group_type_index: index } = filter;
  const test = compileFilter(filter, execution.cohorts);
  return maskOfValues(`$group_${index}`, (stored) => {
    const properties = execution.groupProperties(index, propertyText(stored));
    return test({ ...EMPTY_ROW, groupProperties: () => properties });
  });
}
