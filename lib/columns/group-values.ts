import { propertyText, storedValue } from "../filters/index.ts";
import type { Json } from "../filters/index.ts";
import type { GroupValue, ValueSource } from "../insights/index.ts";
import { Interned } from "./interned.ts";
import { unitsByActor, unitsByCode } from "./kernels/units.ts";
import type { Question } from "./question.ts";
import type { PropertyColumn } from "./segment.ts";
import type { Segment } from "./store.ts";

/** What rows are grouped by, as a number for each distinct key. */
export interface Keys {
  /** The key's number of each of the rows `start` to `end − 1`. */
  of(segment: Segment, start: number, end: number): Uint32Array;
  /** The key of a number that `of` gave. */
  valuesOf(number: number): GroupValue[];
}

/** Can `compileKeys` make something of these? The lengths of sessions have no column. */
export function hasKeys(sources: readonly ValueSource[]): boolean {
  return sources.every(({ type }) => type !== "session");
}

/** Groups rows by the values of all sources together. Persons' values are known after `question.showPersons`. */
export function compileKeys(sources: readonly ValueSource[], question: Question): Keys {
  const parts = sources.map((source) => compileSource(source, question));
  const [first = NO_KEYS, ...rest] = parts;
  return rest.reduce(pair, first);
}

const NO_KEYS: Keys = { of: (_, start, end) => new Uint32Array(end - start), valuesOf: () => [] };

/** A number for each pair of numbers. */
function pair(left: Keys, right: Keys): Keys {
  const pairs = new Interned<string>();
  return {
    of(segment, start, end) {
      const numbers = left.of(segment, start, end);
      const others = right.of(segment, start, end);
      for (let row = 0; row < numbers.length; row++) numbers[row] = pairs.numberOf(`${numbers[row]!} ${others[row]!}`);
      return numbers;
    },
    valuesOf(number) {
      const [a, b] = pairs.values[number]!.split(" ").map(Number);
      return [...left.valuesOf(a!), ...right.valuesOf(b!)];
    },
  };
}

function compileSource(source: ValueSource, question: Question): Keys {
  const known = new Interned<GroupValue>();
  const valuesOf = (number: number) => [known.values[number]!];
  switch (source.type) {
    case "event":
      return { of: byCode(source.key, (value) => known.numberOf(toGroupValue(value, source.as))), valuesOf };
    case "group":
      return {
        of: byCode(`$group_${source.groupTypeIndex}`, (value) => {
          const properties = question.groupProperties(source.groupTypeIndex, propertyText(value));
          return known.numberOf(toGroupValue(storedValue(properties, source.key), source.as));
        }),
        valuesOf,
      };
    case "person": {
      const { people } = question;
      const table = new Uint32Array(people.actorLimit);
      question.eachPerson((actor, { personProperties }) => {
        const number = known.numberOf(toGroupValue(storedValue(personProperties, source.key), source.as));
        table[actor] = number;
        if (actor === 0) table.fill(number, people.personLimit);
      });
      return {
        of(segment, start, end) {
          const numbers = unitsByActor(segment.core().ids, people.actors, start, end);
          for (let row = 0; row < numbers.length; row++) numbers[row] = table[numbers[row]!]!;
          return numbers;
        },
        valuesOf,
      };
    }
    case "session":
      throw new Error("No column holds the lengths of sessions.");
  }
}

function byCode(key: string, numberOf: (value: Json | undefined) => number): Keys["of"] {
  const tables = new WeakMap<PropertyColumn, Uint32Array>();
  return (segment, start, end) => {
    const column = segment.property(key);
    const table = tables.get(column) ?? Uint32Array.from(column.values, numberOf);
    tables.set(column, table);
    return unitsByCode(column.codes, table, start, end);
  };
}

/** In bytes, as a database measures it; what is missing has no length. */
function toGroupValue(value: Json | undefined, as: "text" | "length"): GroupValue {
  const text = propertyText(value);
  return as === "length" && text !== "" ? Buffer.byteLength(text) : text;
}
