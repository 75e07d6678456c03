import { compileFilter, propertyText } from "../filters/index.ts";
import type {
  CohortLookup,
  FilterNode,
  FilterRow,
  GroupFilter,
  Json,
  RowPredicate,
  ValueFilter,
} from "../filters/index.ts";
import { andInto, maskByActor, maskByCode, orInto } from "./kernels/mask.ts";
import type { Question } from "./question.ts";
import type { PropertyColumn } from "./segment.ts";
import type { Segment } from "./store.ts";

/** Which of the rows `start` to `end − 1` of a segment pass: 1 or 0 each, a new array. */
export type Mask = (segment: Segment, start: number, end: number) => Uint8Array;

/** Can `compileMask` make something of this filter? Sessions and elements have no column. */
export function hasMask(filter: FilterNode): boolean {
  if (filter.type === "AND" || filter.type === "OR") return filter.values.every(hasMask);
  return filter.type !== "session" && filter.type !== "element";
}

/** Makes a filter into a mask; null = every row passes. Tests of persons are known after `question.showPersons`. */
export function compileMask(filter: FilterNode, question: Question): Mask | null {
  switch (filter.type) {
    case "AND":
    case "OR":
      return compileGroup(filter.type, filter.values, question);
    case "event":
      return maskOfValues(filter.key, testOfValue(filter, question.cohorts));
    case "group":
      return maskOfGroups(filter, question);
    case "person":
    case "cohort":
      return maskOfPersons(compileFilter(filter, question.cohorts), question);
    case "session":
    case "element":
      throw new Error(`No column holds what a filter of type ${filter.type} asks for.`);
  }
}

function compileGroup(type: "AND" | "OR", values: FilterNode[], question: Question): Mask | null {
  const masks = values.map((value) => compileMask(value, question));
  return type === "AND" ? allOf(masks) : anyOf(masks);
}

/** The rows that pass all. */
export function allOf(masks: readonly (Mask | null)[]): Mask | null {
  return combine(
    masks.filter((mask) => mask !== null),
    andInto,
  );
}

/** The rows that pass any; without any to pass, all rows (as an empty group of filters has it). */
export function anyOf(masks: readonly (Mask | null)[]): Mask | null {
  const real = masks.filter((mask) => mask !== null);
  // One that lets everything pass is enough.
  return real.length < masks.length ? null : combine(real, orInto);
}

function combine(masks: Mask[], into: (mask: Uint8Array, other: Uint8Array) => void): Mask | null {
  const [first, ...rest] = masks;
  if (first === undefined || rest.length === 0) return first ?? null;
  return (segment, start, end) => {
    const mask = first(segment, start, end);
    for (const other of rest) into(mask, other(segment, start, end));
    return mask;
  };
}

/** The rows whose property passes: each distinct value of a segment is tested once. */
export function maskOfValues(key: string, test: (stored: Json | undefined) => boolean): Mask {
  const tables = new WeakMap<PropertyColumn, Uint8Array>();
  return (segment, start, end) => {
    const column = segment.property(key);
    const table = tables.get(column) ?? Uint8Array.from(column.values, (value) => (test(value) ? 1 : 0));
    tables.set(column, table);
    return maskByCode(column.codes, table, start, end);
  };
}

/** The rows whose actor passes, by actor. */
export function maskOfActors(table: Uint8Array, { people }: Question): Mask {
  return (segment, start, end) => maskByActor(segment.core().ids, people.actors, table, start, end);
}

/** The rows whose person passes: each person is tested once. */
export function maskOfPersons(test: RowPredicate, question: Question): Mask {
  const { personLimit, actorLimit } = question.people;
  const table = new Uint8Array(actorLimit);
  question.eachPerson((actor, person) => {
    if (!test({ ...EMPTY_ROW, ...person })) return;
    table[actor] = 1;
    // What is true of nobody is true of everybody without a person.
    if (actor === 0) table.fill(1, personLimit);
  });
  return maskOfActors(table, question);
}

const EMPTY_ROW: FilterRow = { properties: {}, personId: null, personProperties: {}, groupProperties: () => ({}) };

function testOfValue(filter: ValueFilter, cohorts: CohortLookup): (stored: Json | undefined) => boolean {
  const test = compileFilter(filter, cohorts);
  // By entries: a key such as "__proto__" would not become a property of a literal.
  return (stored) =>
    test({ ...EMPTY_ROW, properties: stored === undefined ? {} : Object.fromEntries([[filter.key, stored]]) });
}

function maskOfGroups(filter: GroupFilter, question: Question): Mask {
  const { group_type_index: index } = filter;
  const test = compileFilter(filter, question.cohorts);
  return maskOfValues(`$group_${index}`, (stored) => {
    const properties = question.groupProperties(index, propertyText(stored));
    return test({ ...EMPTY_ROW, groupProperties: () => properties });
  });
}
