import { ANY, arrayOf, BOOL, FLOAT64, INT64, nullable, STRING, UINT64, UINT8 } from "../compile/type.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";

type Key = string | number;

/** Undefined = the text is not JSON. */
function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The text may be anything.
    return undefined;
  }
}

/** The member at a path: keys, and places that count from 1, or from the end when they are negative. */
function find(text: string, keys: readonly Key[]): unknown {
  let at = read(text);
  for (const key of keys) {
    if (typeof at !== "object" || at === null) return undefined;
    if (typeof key === "number") {
      const members = Object.values(at);
      at = members.at(key > 0 ? key - 1 : key);
    } else {
      at = !Array.isArray(at) && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined;
    }
  }
  return at;
}

function extract(gives: ScalarFunction["gives"], convert: (value: unknown) => unknown): ScalarFunction {
  return { takes: "s x*", gives, run: (text: string, ...keys: Key[]) => convert(find(text, keys)) };
}

function toNumber(value: unknown): number {
  if (typeof value === "number" || typeof value === "boolean") return Number(value);
  return typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value)) ? Number(value) : 0;
}

const toInteger = (value: unknown) => Math.trunc(toNumber(value));
const raw = (value: unknown) => (value === undefined ? "" : JSON.stringify(value));
const entries = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

const TYPES: Record<string, string> = { string: "String", boolean: "Bool" };

function typeName(value: unknown): string {
  if (value === null || value === undefined) return "Null";
  if (Array.isArray(value)) return "Array";
  if (typeof value === "number") return Number.isInteger(value) ? "Int64" : "Double";
  return TYPES[typeof value] ?? "Object";
}

const STRING_OF = extract(STRING, (value) => (typeof value === "string" ? value : value === null ? "" : raw(value)));
const INT_OF = extract(INT64, toInteger);
const FLOAT_OF = extract(FLOAT64, toNumber);
const BOOL_OF = extract(BOOL, (value) => Number(value === true || (typeof value === "number" && value !== 0)));
const RAW_OF = extract(STRING, raw);
const HAS = extract(UINT8, (value) => Number(value !== undefined));

export const JSON_FUNCTIONS: ScalarFunctions = {
  JSONExtractString: STRING_OF,
  JSONExtractInt: INT_OF,
  JSONExtractUInt: { ...INT_OF, gives: UINT64 },
  JSONExtractFloat: FLOAT_OF,
  JSONExtractBool: BOOL_OF,
  JSONExtractRaw: RAW_OF,
  simpleJSONExtractString: STRING_OF,
  simpleJSONExtractInt: INT_OF,
  simpleJSONExtractFloat: FLOAT_OF,
  simpleJSONExtractBool: BOOL_OF,
  simpleJSONExtractRaw: RAW_OF,
  visitParamExtractString: STRING_OF,
  JSONHas: HAS,
  simpleJSONHas: HAS,
  JSONLength: extract(UINT64, (value) => (typeof value === "object" && value !== null ? Object.keys(value).length : 0)),
  JSONType: extract(STRING, typeName),
  JSONExtractKeys: extract(arrayOf(STRING), (value) => JSON.stringify(entries(value).map(([key]) => key))),
  JSONExtractArrayRaw: extract(arrayOf(STRING), (value) => JSON.stringify(Array.isArray(value) ? value.map(raw) : [])),
  JSONExtractKeysAndValuesRaw: extract(arrayOf(arrayOf(STRING)), (value) =>
    JSON.stringify(entries(value).map(([key, member]) => [key, raw(member)])),
  ),
  isValidJSON: { takes: "s", gives: UINT8, run: (text: string) => Number(read(text) !== undefined) },
  JSON_VALUE: {
    takes: "s s",
    gives: nullable(STRING),
    sql: (text, path) => `CAST(${text} ->> ${path} AS TEXT)`,
  },
  JSON_QUERY: { takes: "s s", gives: nullable(STRING), sql: (text, path) => `(${text} -> ${path})` },
  toJSONString: { takes: "x", gives: STRING, sql: (value) => `json_quote(${value})` },
};

const isNumeric = (value: unknown) =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value)));

/** Null = the value does not fit the family. */
const FITTING: Readonly<Record<string, (value: unknown) => unknown>> = {
  text: (value) => (value === null ? null : typeof value === "string" ? value : raw(value)),
  number: (value) => (isNumeric(value) ? toNumber(value) : null),
  whole: (value) => (isNumeric(value) ? toInteger(value) : null),
  bool: (value) => (typeof value === "boolean" ? value : isNumeric(value) ? toNumber(value) !== 0 : null),
};

/** `JSONExtract(json, …, 'Type')` of further types. */
export const JSON_PRIMITIVES: ScalarFunctions = {
  jsonAny: extract(nullable(ANY), (value) => {
    if (value === undefined || value === null) return null;
    if (typeof value === "boolean") return Number(value);
    return typeof value === "object" ? JSON.stringify(value) : value;
  }),
  /** Names and values of an object whose values fit a kind. */
  jsonEntries: {
    takes: "s s x*",
    gives: arrayOf(ANY),
    run: (kind: string, text: string, ...keys: Key[]) =>
      JSON.stringify(
        entries(find(text, keys)).flatMap(([key, value]) => {
          const made = FITTING[kind]?.(value);
          return made === null || made === undefined ? [] : [[key, made]];
        }),
      ),
  },
  jsonArray: extract(arrayOf(STRING), (value) => JSON.stringify(Array.isArray(value) ? value : [])),
};
