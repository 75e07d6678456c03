import { parseTime } from "../functions/wall-clock.ts";
import { Refusal } from "../refusal.ts";
import { describeType, isCollection, isFloat, nullable, OF_ROW, STRING } from "./type.ts";
import type { Type } from "./type.ts";

/** A compiled expression. */
export interface Value {
  /** SQL, safe inside any other expression. */
  sql: string;
  type: Type;
  /** A JSON value in two more forms: SQLite's own value, and JSON text. */
  property?: { raw: string; json: string };
  /** The value of a literal or a placeholder. */
  constant?: string | number | bigint | boolean | null;
  /** The offset in the author's text. */
  at?: number;
  /** A bound of `{filters.dateRange}` that is not given: comparisons with it are true. */
  isAbsentDate?: true;
  /** Times of a table that `{filters}` allows, epoch ms. */
  range?: { source: string; fromMs: number | null; untilMs: number | null };
  /** SQL of an instant's zone, where each row has its own (`OF_ROW`). */
  rowZone?: string | undefined;
  interval?: { count: Value; unit: string };
}

/** The project's zone, for the conversions that need it. */
interface Zoned {
  timezone: string;
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** SQL of the zone that shows an instant. @throws Refusal where rows of another SELECT have it */
export function zoneOf({ type, rowZone }: Value, { timezone }: Zoned): string {
  if (rowZone === undefined && type.zone === OF_ROW)
    throw new Refusal(
      "The time zone of an instant is one of its row, in another SELECT: name it here, as in toHour(x, zone).",
      "bad_arguments",
    );
  return rowZone ?? quote(type.zone ?? timezone);
}

/** Quoted, so that no letter has another meaning. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A member of a JSON text. @param keys names of members, and places of items from 0 */
export function toProperty(
  base: string,
  keys: readonly (string | number)[],
  wrap = (sql: string) => sql,
): Pick<Value, "sql" | "property"> {
  // A plain key is written as in the index on persons' email, which SQLite uses only then.
  const path = quote(`$${keys.map(toStep).join("")}`);
  const raw = wrap(`(${base} ->> ${path})`);
  const json = wrap(`(${base} -> ${path})`);
  const kind = `json_type(${base}, ${path})`;
  const sql = wrap(`(CASE ${kind} WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE ${base} ->> ${path} END)`);
  return { sql, property: { raw, json } };
}

/** SQLite reads a quoted key as JSON text when it has a backslash. */
function toStep(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `.${JSON.stringify(key)}`;
}

export function toText(value: Value, zoned: Zoned): Value {
  const { sql, type } = value;
  const isNullable = type.isNullable;
  switch (type.family) {
    case "text":
      return value.type.name === STRING.name ? value : { ...value, type: nullable(STRING, isNullable) };
    case "null":
      return value;
    case "property":
      return { sql: `CAST(${sql} AS TEXT)`, type: nullable(STRING) };
    case "number":
      return {
        sql: isFloat(type) ? `hog_floattext(${sql})` : `CAST(${sql} AS TEXT)`,
        type: nullable(STRING, isNullable),
      };
    case "bool":
      return { sql: `(CASE ${sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)`, type: nullable(STRING, isNullable) };
    case "time":
      return {
        sql: `hog_timetext(${sql}, ${zoneOf(value, zoned)}, ${type.scale})`,
        type: nullable(STRING, isNullable),
      };
    default:
      return { sql, type: nullable(STRING, isNullable) };
  }
}

/** A float of the query process as a whole number: SQLite would print a fraction. */
export function toWhole(sql: string, type: Type): string {
  return type.family === "number" && !isFloat(type) ? `CAST(${sql} AS INTEGER)` : sql;
}

/** Null = the type has no number. */
export function toNumber({ sql, type, property }: Value): string | null {
  switch (type.family) {
    case "number":
    case "bool":
    case "null":
    case "any":
      return sql;
    case "property":
      return `hog_number(${property?.raw ?? sql})`;
    default:
      return null;
  }
}

/** Null = the type has no instant. Text without an offset is in the project's zone. */
export function toTime({ sql, type }: Value): string | null {
  switch (type.family) {
    case "time":
    case "null":
      return sql;
    case "date":
    case "text":
    case "property":
    case "number":
    case "any":
      return `hog_time(${sql})`;
    default:
      return null;
  }
}

/** As `toTime`, for values that must be instants. @throws Refusal for a literal text that is none of them */
export function expectTime(value: Value): string | null {
  const { constant, at } = value;
  if (typeof constant === "string" && parseTime(constant, "UTC") === null) {
    const place = at === undefined ? "" : ` at character ${at + 1}`;
    throw new Refusal(
      `'${constant.slice(0, 100)}'${place} is no date; expected '2024-01-31' or '2024-01-31 08:00:00'.`,
    );
  }
  return toTime(value);
}

/**
 * The value as a condition.
 * @throws Refusal for a type that is no condition
 */
export function toCondition({ sql, type, property }: Value, zoned: Zoned): string {
  switch (type.family) {
    case "number":
    case "bool":
    case "null":
    case "any":
      return sql;
    case "property":
      return `(${property?.json ?? sql} IN ('true', '"true"', '1'))`;
    default: {
      const name = describeType(type, zoned.timezone);
      throw new Refusal(
        `Illegal type ${name} of column for filter. Must be UInt8 or Nullable(UInt8).`,
        "illegal_type_of_column_for_filter",
      );
    }
  }
}

/** A value as SQLite puts it into JSON: parts that are JSON stay JSON. */
export function toJsonMember({ sql, type }: Value): string {
  return isCollection(type) ? `json(${sql})` : sql;
}

/** Arrays and tuples sort by members, not by their JSON. */
export function toSortable({ sql, type }: Pick<Value, "sql" | "type">): string {
  return type.family === "array" || type.family === "tuple" ? `hog_sortkey(${sql})` : sql;
}

/** A value as an argument of SQLite's own functions: instants become ISO text. */
export function toForeign(value: Value): string {
  return value.type.family === "time" ? `hog_iso(${value.sql})` : value.sql;
}
