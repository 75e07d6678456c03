import { Refusal } from "../refusal.ts";
import type { Compilation } from "./compilation.ts";
import { DATE, DATETIME64, describeType, FLOAT64, INT32, nullable } from "./type.ts";
import { expectTime, toNumber, toTime, zoneOf } from "./value.ts";
import type { Value } from "./value.ts";

/** Units that keep a date a date. */
const DAYS = new Set(["day", "week", "month", "quarter", "year"]);

/**
 * `+` and `-` on instants, dates and intervals: an interval shifts, a number counts seconds of an instant and days of a
 * date, and two instants differ by seconds. Null = neither side is one of these.
 * @throws Refusal for other types
 */
export function shiftTime(compilation: Compilation, operator: string, left: Value, right: Value): Value | null {
  if (left.interval !== undefined && operator === "+") return shiftTime(compilation, operator, right, left);
  const isTime = isMoment(left);
  if (right.interval !== undefined) {
    const from = isTime ? left : { sql: expectTime(left) ?? left.sql, type: nullable(TIME, left.type.isNullable) };
    return shiftBy(compilation, from, operator, right.interval.count, right.interval.unit);
  }
  if (!isTime && !isMoment(right)) return null;
  if (!isTime && operator === "+") return shiftTime(compilation, operator, right, left);
  if (isTime && isMoment(right) && operator === "-") return difference(left, right);
  const isCount = right.type.family === "number" || right.type.family === "any";
  if (isTime && isCount)
    return shiftBy(compilation, left, operator, right, left.type.family === "date" ? "day" : "second");
  const types = [left, right].map(({ type }) => describeType(type, compilation.timezone)).join(" and ");
  const name = operator === "+" ? "plus" : "minus";
  throw new Refusal(`Illegal types ${types} of arguments of function ${name}.`, "illegal_type_of_argument");
}

const TIME = DATETIME64;

function isMoment({ type }: Value): boolean {
  return type.family === "time" || type.family === "date";
}

/** Shifts an instant by units on the clock of its zone: a day may have 23 hours. */
export function shiftBy(compilation: Compilation, moment: Value, operator: string, count: Value, unit: string): Value {
  const { sql, type, rowZone } = moment;
  const { constant } = count;
  const number = typeof constant === "string" && /^-?\d+$/.test(constant) ? constant : toNumber(count);
  if (number === null) throw new Refusal("An interval needs a number.", "illegal_type_of_argument");
  const shift = operator === "-" ? `-(${number})` : number;
  const isNullable = type.isNullable || count.type.isNullable;
  if (type.family === "date" && DAYS.has(unit)) {
    return { sql: `hog_shiftdate(${sql}, ${shift}, '${unit}')`, type: nullable(DATE, isNullable) };
  }
  const from = type.family === "date" ? `hog_time(${sql})` : sql;
  const shifted = type.family === "date" ? { ...TIME, scale: 0, name: "DateTime" } : type;
  return {
    sql: `hog_shift(${from}, ${shift}, '${unit}', ${zoneOf(moment, compilation)})`,
    type: nullable({ ...shifted, of: [] }, isNullable),
    rowZone,
  };
}

function difference(left: Value, right: Value): Value {
  const isNullable = left.type.isNullable || right.type.isNullable;
  if (left.type.family === "date" && right.type.family === "date") {
    return {
      sql: `CAST(julianday(${left.sql}) - julianday(${right.sql}) AS INTEGER)`,
      type: nullable(INT32, isNullable),
    };
  }
  return { sql: `((${toTime(left)} - ${toTime(right)}) / 1000.0)`, type: nullable(FLOAT64, isNullable) };
}
