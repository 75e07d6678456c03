import { EMPTY_TEXT } from "../../../port/lines.ts";
import type { GroupValue } from "../../../port/lines.ts";
import type { ValueForm, ValueSource } from "../../../port/value-source.ts";
import { propertyText, sessionJson, storedValue, trimUrl } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import { Interned } from "../entities/interned.ts";
import { idsByCode } from "../kernels/entity-ids.ts";
import type { Execution } from "../execution.ts";
import type { PropertyColumn, Segment } from "../log/segment.ts";
import { compileExpression } from "./expression.ts";
import { compileMetadata } from "./metadata.ts";
import { compileTable } from "./value-table.ts";

/** The keys by which rows are grouped, with a number for each distinct key. */
export interface Keys {
  /** The key's number of each of the rows `start` to `end − 1`. Read-only. */
  of(segment: Segment, start: number, end: number): Uint32Array;
  /**
   * The keys of a segment's rows in two parts, if they are those of a column: a code for each row, a number for each
   * code.
   */
  coded?(segment: Segment): CodedKeys;
  /** Above every number of `of`. */
  limit(): number;
  /** The key of a number of `of`. */
  valuesOf(number: number): GroupValue[];
}

/** Codes of all rows of a segment, and the key's number of each code. */
export interface CodedKeys {
  codes: PropertyColumn["codes"];
  table: Uint32Array;
}

/** Groups rows by the values of all sources together. */
export function compileKeys(sources: readonly ValueSource[], execution: Execution): Keys {
  const parts = sources.map((source) => compileSource(source, execution));
  const [first = NO_KEYS, ...rest] = parts;
  return rest.reduce(pair, first);
}

const NO_KEYS: Keys = { of: (_, start, end) => new Uint32Array(end - start), limit: () => 1, valuesOf: () => [] };

/** Limit of keys' numbers: two of them form a number that a double holds. */
const PAIR = 2 ** 26;

/** A number for each pair of numbers. */
function pair(left: Keys, right: Keys): Keys {
  const pairs = new Interned<number>();
  return {
    of(segment, start, end) {
      const numbers = left.of(segment, start, end);
      const others = right.of(segment, start, end);
      const paired = new Uint32Array(numbers.length);
      for (let row = 0; row < paired.length; row++) paired[row] = pairs.numberOf(numbers[row]! * PAIR + others[row]!);
      return paired;
    },
    limit: () => pairs.size,
    valuesOf(number) {
      const both = pairs.values[number]!;
      return [...left.valuesOf(Math.floor(both / PAIR)), ...right.valuesOf(both % PAIR)];
    },
  };
}

function compileSource(source: ValueSource, execution: Execution): Keys {
  const known = new Interned<GroupValue>();
  const limit = () => known.size;
  const valuesOf = (number: number) => [known.values[number]!];
  switch (source.type) {
    case "event":
      return {
        ...byCode(source.key, (value) => known.numberOf(toGroupValue(value, source.as))),
        limit,
        valuesOf,
      };
    case "group": {
      const numberOf = (value: Json | undefined) => {
        const properties = execution.groupProperties(source.groupTypeIndex, propertyText(value));
        return known.numberOf(toGroupValue(storedValue(properties, source.key), source.as));
      };
      return { ...byCode(`$group_${source.groupTypeIndex}`, numberOf), limit, valuesOf };
    }
    case "person": {
      const { people } = execution;
      let table: Uint32Array | undefined;
      return {
        of(segment, start, end) {
          table ??= personTable(execution, source.key, (value) => known.numberOf(toGroupValue(value, source.as)));
          return idsByCode(segment.actors(people, start, end), table, start, end);
        },
        limit,
        valuesOf,
      };
    }
    case "session": {
      let table: Uint32Array | undefined;
      return {
        of(segment, start, end) {
          table ??= sessionTable(execution, source, (value) => known.numberOf(value));
          const sessions = execution.sessions.of(segment, start, end);
          const none = known.numberOf("");
          return sessions.map((session) => table?.[session] ?? none);
        },
        limit,
        valuesOf,
      };
    }
    case "hogql": {
      const own = compileExpression(source, "text", execution, (value) =>
        known.numberOf(toExpressionValue(value, source.as)),
      );
      return { ...own, limit, valuesOf };
    }
    case "event_metadata": {
      const numberOf = (value: string | null) => known.numberOf(toGroupValue(value ?? undefined, source.as));
      return { of: compileMetadata(source.key, execution, numberOf), limit, valuesOf };
    }
  }
}

/** A number for each session; sessions that are not known have the number of the missing value. */
function sessionTable(
  execution: Execution,
  { key, as }: Extract<ValueSource, { type: "session" }>,
  numberOf: (value: GroupValue) => number,
): Uint32Array {
  if (key === "$session_duration") {
    return Uint32Array.from(execution.sessionSeconds(), (seconds) => numberOf(Number.isNaN(seconds) ? "" : seconds));
  }
  const sessions = execution.sessionTable();
  return Uint32Array.from({ length: sessions.limit }, (_, session) => {
    if (!sessions.has(session)) return numberOf("");
    const value = sessionJson(key, sessions.value(session, key));
    return numberOf(typeof value === "number" ? value : toGroupValue(value, as));
  });
}

/** A number for each actor; actors without a person have the number of the missing value. */
function personTable(execution: Execution, key: string, numberOf: (value: Json | undefined) => number): Uint32Array {
  const { codes, values } = execution.personColumn(key);
  const { personLimit, actorLimit } = execution.people;
  const numbers = Uint32Array.from(values, numberOf);
  const table = new Uint32Array(actorLimit).fill(numbers[0]!);
  const count = Math.min(codes.length, personLimit);
  for (let person = 1; person < count; person++) table[person] = numbers[codes[person]!]!;
  return table;
}

function byCode(
  key: string,
  numberOf: (value: Json | undefined) => number,
): { of: Keys["of"]; coded(segment: Segment): CodedKeys } {
  const tableOf = compileTable(Uint32Array, numberOf);
  const coded = (segment: Segment) => {
    const column = segment.property(key);
    return { codes: column.codes, table: tableOf(column) };
  };
  return {
    coded,
    of(segment, start, end) {
      const { codes, table } = coded(segment);
      return idsByCode(codes, table, start, end);
    },
  };
}

function toExpressionValue(value: string | number | null, as: ValueForm): GroupValue {
  if (value === null) return "";
  return value === "" ? EMPTY_TEXT : toGroupValue(value, as);
}

/** Length in bytes, as a database measures it; a missing value has no length. */
function toGroupValue(value: Json | undefined, as: ValueForm): GroupValue {
  const text = propertyText(value);
  if (as === "url") return trimUrl(text);
  return as === "length" && text !== "" ? Buffer.byteLength(text) : text;
}
