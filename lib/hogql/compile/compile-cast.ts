import { Refusal } from "../refusal.ts";
import type { Compilation } from "./compilation.ts";
import {
  ANY,
  arrayOf,
  BOOL,
  DATE,
  DATETIME64,
  FLOAT64,
  INT32,
  INT64,
  notNull,
  nullable,
  STRING,
  UINT32,
  UINT64,
  UINT8,
  UUID,
} from "./type.ts";
import type { Type } from "./type.ts";
import { quoteName, toJsonMember, toText, toTime, zoneOf } from "./value.ts";
import type { Value } from "./value.ts";

type Cast = (compilation: Compilation, value: Value) => string;

const toWhole: Cast = (_, { sql, property, type }) =>
  type.family === "time" ? `CAST(${sql} / 1000 AS INTEGER)` : `CAST(hog_whole(${property?.raw ?? sql}) AS INTEGER)`;
const toFloat: Cast = (_, { sql, property, type }) =>
  type.family === "time" ? `(${sql} / 1000.0)` : `hog_number(${property?.raw ?? sql})`;

/** The casts by the name of the type, in lower case. */
const CASTS: Record<string, [type: Type, cast: Cast]> = {
  ...Object.fromEntries(["string", "text", "varchar", "char"].map((name) => [name, [STRING, toTextSql]])),
  ...Object.fromEntries(["int64", "int", "integer", "bigint"].map((name) => [name, [INT64, toWhole]])),
  ...Object.fromEntries(["int8", "int16", "int32"].map((name) => [name, [INT32, toWhole]])),
  uint8: [UINT8, toWhole],
  ...Object.fromEntries(["uint16", "uint32"].map((name) => [name, [UINT32, toWhole]])),
  uint64: [UINT64, toWhole],
  ...Object.fromEntries(["float", "float32", "float64", "double", "real"].map((name) => [name, [FLOAT64, toFloat]])),
  uuid: [UUID, toTextSql],
  bool: [BOOL, toBool],
  boolean: [BOOL, toBool],
  date: [DATE, toDateSql],
  datetime: [{ ...DATETIME64, name: "DateTime", scale: 0 }, (_, value) => toTime(value) ?? value.sql],
  datetime64: [DATETIME64, (_, value) => toTime(value) ?? value.sql],
};

function toTextSql(compilation: Compilation, value: Value): string {
  return toText(value, compilation).sql;
}

function toBool(_: Compilation, { sql, property, type }: Value): string {
  return type.family === "bool" ? sql : `hog_bool(${property?.json ?? sql})`;
}

/** The day of an instant, in its zone. */
export function toDateSql(compilation: Compilation, value: Value): string {
  if (value.type.family === "date") return value.sql;
  return `hog_todate(${toTime(value) ?? value.sql}, ${zoneOf(value, compilation)})`;
}

/** `CAST(x AS type)`: NULL for a value without this form. @throws Refusal for an unknown type */
export function compileCast(compilation: Compilation, value: Value, written: string): Value {
  const [, member] = /^Array\((.*)\)$/is.exec(written.trim()) ?? [];
  if (member !== undefined) return castMembers(compilation, value, member);
  const [, inner = written] = /^Nullable\((.*)\)$/is.exec(written.trim()) ?? [];
  const [name = ""] = inner.trim().split("(");
  const found = CASTS[name.trim().toLowerCase()];
  if (found === undefined) throw new Refusal(`The type ${written} is not known here.`, "unknown_type");
  const [type, cast] = found;
  const isSure = type.family === "text" || type.family === value.type.family;
  return { sql: cast(compilation, value), type: nullable(type, value.type.isNullable || !isSure) };
}

function castMembers(compilation: Compilation, value: Value, written: string): Value {
  const { sql, type, property } = value;
  const name = quoteName(compilation.unique());
  const member = compileCast(compilation, { sql: `${name}.value`, type: type.of[0] ?? ANY }, written);
  const from = `json_each(${property?.json ?? sql}) AS ${name}`;
  const own = /^Nullable/i.test(written) ? member.type : notNull(member.type);
  return {
    sql: `(SELECT json_group_array(${toJsonMember(member)} ORDER BY ${name}.key) FROM ${from})`,
    type: arrayOf(own),
  };
}
