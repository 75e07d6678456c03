import { Refusal } from "../../refusal.ts";
import { numberArg, requireCount, textArg, wrongType } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { compileCast, toDateSql } from "../compile-cast.ts";
import { inZone, zoneArg } from "./scalar-call.ts";
import { shiftBy } from "../shift-time.ts";
import { BOOL, DATE, DATETIME, DATETIME64, describeType, INTERVAL, notNull, nullable, STRING, UUID } from "../type.ts";
import type { Type } from "../type.ts";
import { expectTime, quote, toText, toTime, zoneOf } from "../value.ts";
import type { Value } from "../value.ts";

function cast(type: string): CompileCall {
  return (call) => compileCast(call.compilation, call.arg(0), type);
}

/** `toIntOrZero`, `toFloatOrDefault(x, 5)`: a cast with another value for NULL. */
function castOr(type: string, otherwise: (call: Call) => string): CompileCall {
  return (call) => {
    const value = compileCast(call.compilation, call.arg(0), type);
    return { sql: `ifnull(${value.sql}, ${otherwise(call)})`, type: notNull(value.type) };
  };
}

const orDefault = (call: Call) => (call.node.args.length > 1 ? numberArg(call, 1) : "0");

/** `toInt`, `toInt64`, each with `OrNull`, `OrZero` and `OrDefault`. */
function casts(names: readonly string[], type: string): [string, CompileCall][] {
  return names.flatMap((name): [string, CompileCall][] => [
    [name, cast(type)],
    [`${name}OrNull`, cast(type)],
    [`${name}OrZero`, castOr(type, () => "0")],
    [`${name}OrDefault`, castOr(type, orDefault)],
  ]);
}

function toDate(call: Call): Value {
  requireCount(call, 1, 2);
  const value = call.arg(0);
  const zoned = call.node.args.length > 1 ? inZone(value, zoneArg(call, 1)) : value;
  if (value.type.family === "array" || value.type.family === "tuple") throw wrongType(call, value);
  const isMoment = value.type.family === "time" || value.type.family === "date";
  const isSure = isMoment || value.constant !== undefined;
  const dated = isMoment
    ? zoned
    : { ...zoned, sql: toTime(zoned) ?? zoned.sql, type: { ...DATETIME, zone: zoned.type.zone } };
  return { sql: toDateSql(call.compilation, dated), type: nullable(DATE, zoned.type.isNullable || !isSure) };
}

/** Reads text in the call's zone, else in the project's, and shows an instant in it. */
function toDateTime(type: Type, zoneAt: number): CompileCall {
  return (call) => {
    requireCount(call, 1, zoneAt + 1);
    const value = call.arg(0);
    const zone = call.node.args.length > zoneAt ? zoneArg(call, zoneAt) : null;
    const scale = zoneAt === 2 && call.node.args.length > 1 ? Number(call.arg(1).constant ?? 3) : type.scale;
    const isMoment = value.type.family === "time";
    const read =
      zone === null || isMoment ? toTime(value) : `hog_timein(${value.property?.raw ?? value.sql}, ${zone.sql})`;
    if (read === null) throw wrongType(call, value);
    const isSure = isMoment || value.type.family === "date" || value.constant !== undefined;
    const isNullable = value.type.isNullable || !isSure;
    const own = { sql: read, type: nullable({ ...type, scale, zone: value.type.zone, of: [] }, isNullable) };
    return zone === null ? { ...own, rowZone: value.rowZone } : inZone(own, zone);
  };
}

/** A text with the month before the day. */
function toUs(value: Value, index: number): Value {
  if (index > 0 || isTime(value.type)) return value;
  const isNullable = value.type.isNullable || value.type.family !== "text";
  return { sql: `hog_ustime(${value.property?.raw ?? value.sql})`, type: nullable(STRING, isNullable) };
}

/** An instant on the clock of a zone. */
function shown(timeAt: number, zoneAt: number): CompileCall {
  return (call) => {
    requireCount(call, 2);
    const value = toMoment(call.arg(timeAt));
    const type = { ...value.type, family: "time" as const, name: "DateTime64" };
    return inZone({ sql: toTime(value) ?? value.sql, type }, zoneArg(call, zoneAt));
  };
}

const UNITS = ["Second", "Minute", "Hour", "Day", "Week", "Month", "Quarter", "Year"];

/** `addDays(x, 3)`, `subtractWeeks(x, 1)`, `toIntervalDay(7)`. */
const UNIT_CALLS: [string, CompileCall][] = UNITS.flatMap((name): [string, CompileCall][] => {
  const unit = name.toLowerCase();
  const shifted =
    (operator: string): CompileCall =>
    (call) => {
      requireCount(call, 2);
      return shiftBy(call.compilation, toMoment(call.arg(0)), operator, call.arg(1), unit);
    };
  const interval: CompileCall = (call) => ({
    sql: numberArg(call, 0),
    type: INTERVAL,
    interval: { count: call.arg(0), unit },
  });
  return [
    [`add${name}s`, shifted("+")],
    [`subtract${name}s`, shifted("-")],
    [`toInterval${name}`, interval],
  ];
});

const isTime = ({ family }: Type) => family === "time" || family === "date";

/** Text as the instant that it names. */
function toMoment(value: Value): Value {
  const { family, isNullable } = value.type;
  if (family === "time" || family === "date") return value;
  return { sql: toTime(value) ?? value.sql, type: nullable(DATETIME64, isNullable) };
}

/** `dateAdd('day', 3, x)`, `dateAdd(x, INTERVAL 3 DAY)`. */
function dateAdd(operator: string): CompileCall {
  return (call) => {
    requireCount(call, 2, 3);
    if (call.node.args.length === 2) {
      const { interval } = call.arg(1);
      if (interval === undefined) throw wrongType(call, call.arg(1));
      return shiftBy(call.compilation, toMoment(call.arg(0)), operator, interval.count, interval.unit);
    }
    const { node } = call;
    const word = node.args[0];
    const unit = word?.kind === "name" ? word.parts.join(".") : textArg(call, 0);
    const [count, moment] = [1, 2].map((index) =>
      call.compilation.expression(call.scope, node.args[index] as (typeof node.args)[0]),
    ) as [Value, Value];
    return shiftBy(call.compilation, toMoment(moment), operator, count, requireUnit(unit));
  };
}

const KNOWN_UNITS = new Set(UNITS.map((name) => name.toLowerCase()));

function requireUnit(name: string): string {
  const unit = name.toLowerCase().replace(/s$/, "");
  if (KNOWN_UNITS.has(unit)) return unit;
  throw new Refusal(
    `${name} is no unit of time; expected second, minute, hour, day, week, month, quarter or year.`,
    "bad_arguments",
  );
}

/** `toString(x)`, also of an instant in a zone: `toString(timestamp, 'Europe/Vienna')`. */
function toStringIn(call: Call): Value {
  requireCount(call, 1, 2);
  const value = call.arg(0);
  if (call.node.args.length === 1) return toText(value, call.compilation);
  if (value.type.family !== "time") throw wrongType(call, value);
  const zone = toText(call.arg(1), call.compilation);
  const isNullable = value.type.isNullable || zone.type.isNullable;
  return { sql: `hog_timetext(${value.sql}, ${zone.sql}, ${value.type.scale})`, type: nullable(STRING, isNullable) };
}

/** NULL for a number beyond the type, and for a fraction as a whole number. */
function accurateCast(call: Call): Value {
  requireCount(call, 2);
  const type = textArg(call, 1);
  const value = call.arg(0);
  const made = compileCast(call.compilation, value, type);
  const [, unsigned, bits] = /^(?:Nullable\()?(u?)int(\d+)/i.exec(type.trim()) ?? [];
  if (bits === undefined || value.type.family === "time") return made;
  const high = 2 ** (Number(bits) - (unsigned === "" ? 1 : 0)) - 1;
  const low = unsigned === "" ? -high - 1 : 0;
  const sql = `CAST(hog_exact(${value.property?.raw ?? value.sql}, ${low}, ${high}) AS INTEGER)`;
  return { sql, type: nullable(made.type) };
}

/** Units whose starts are dates. */
const DATE_UNITS = new Set(["week", "month", "quarter", "year"]);

/** @param zoneAt place of the argument that may name the zone */
function startOf(call: Call, given: Value, count: string, unit: string, zoneAt: number): Value {
  const time = expectTime(given);
  if (time === null) throw wrongType(call, given);
  const own = { ...given, sql: time };
  const value = call.node.args.length > zoneAt ? inZone(own, zoneArg(call, zoneAt)) : own;
  const zone = zoneOf(value, call.compilation);
  const sql = `hog_startofinterval(${value.sql}, ${count}, ${quote(unit)}, ${zone})`;
  if (DATE_UNITS.has(unit)) return { sql: `hog_todate(${sql}, ${zone})`, type: nullable(DATE, value.type.isNullable) };
  return {
    sql,
    type: nullable({ ...DATETIME, zone: value.type.zone }, value.type.isNullable),
    rowZone: value.rowZone,
  };
}

const NO_UUID = "00000000-0000-0000-0000-000000000000";

/** NULL = the text is not a UUID. */
function uuid(call: Call, index: number): string {
  const value = call.arg(index);
  return value.type.name === UUID.name ? value.sql : `hog_uuid(${toText(value, call.compilation).sql})`;
}

/** `toStartOfInterval(x, INTERVAL 15 MINUTE, origin)`, and `date_bin` in another order. */
function binned(call: Call, time: number, width: number, origin: number): Value {
  const { interval } = call.arg(width);
  if (interval === undefined) throw wrongType(call, call.arg(width));
  const [at, from] = [toMoment(call.arg(time)), toMoment(call.arg(origin))];
  const [ms, originMs] = [toTime(at) ?? at.sql, toTime(from) ?? from.sql];
  const sql = `hog_startfrom(${ms}, ${interval.count.sql}, ${quote(interval.unit)}, ${zoneOf(at, call.compilation)}, ${originMs})`;
  const isNullable = at.type.isNullable || from.type.isNullable;
  return { sql, type: nullable({ ...DATETIME, zone: at.type.zone }, isNullable), rowZone: at.rowZone };
}

export const CONVERSION_CALLS: Readonly<Record<string, CompileCall>> = Object.fromEntries<CompileCall>([
  ...casts(["toInt", "toInt64", "toInt128"], "Int64"),
  ...casts(["toInt8", "toInt16", "toInt32"], "Int32"),
  ...casts(["toUInt8"], "UInt8"),
  ...casts(["toUInt16", "toUInt32"], "UInt32"),
  ...casts(["toUInt64"], "UInt64"),
  ...casts(["toFloat", "toFloat32", "toFloat64", "toDecimal", "toDecimal32", "toDecimal64"], "Float64"),
  ["toString", toStringIn],
  ["toBool", (call) => ({ ...compileCast(call.compilation, call.arg(0), "Bool"), type: nullable(BOOL, true) })],
  ["toUUID", (call) => ({ sql: uuid(call, 0), type: nullable(UUID, call.arg(0).type.name !== UUID.name) })],
  ["toUUIDOrNull", (call) => ({ sql: uuid(call, 0), type: nullable(UUID) })],
  ["toUUIDOrZero", (call) => ({ sql: `ifnull(${uuid(call, 0)}, '${NO_UUID}')`, type: UUID })],
  [
    "toUUIDOrDefault",
    (call) => {
      requireCount(call, 2);
      const { type } = call.arg(1);
      return { sql: `ifnull(${uuid(call, 0)}, ${uuid(call, 1)})`, type: nullable(UUID, type.isNullable) };
    },
  ],
  ["accurateCastOrNull", accurateCast],
  ["toTypeName", (call) => ({ sql: quote(describeType(call.arg(0).type, call.compilation.timezone)), type: STRING })],
  ["toDate", toDate],
  ["toDateOrNull", toDate],
  ["toDate32", toDate],
  ["toDateTime", toDateTime(DATETIME64, 1)],
  ["toDateTimeOrNull", toDateTime(DATETIME64, 1)],
  ["toDateTime64", toDateTime(DATETIME64, 2)],
  ["parseDateTime", toDateTime(DATETIME, 2)],
  ["parseDateTimeBestEffort", toDateTime(DATETIME, 1)],
  ["parseDateTimeBestEffortOrNull", toDateTime(DATETIME, 1)],
  ["parseDateTime64BestEffort", toDateTime(DATETIME64, 2)],
  ["parseDateTime64BestEffortOrNull", toDateTime(DATETIME64, 2)],
  ["timestamp", toDateTime(DATETIME64, 1)],
  ["toDateTimeUS", (call) => toDateTime(DATETIME64, 1)({ ...call, arg: (index) => toUs(call.arg(index), index) })],
  ["toTimeZone", shown(0, 1)],
  // Postgres's: the zone comes first.
  ["timezone", shown(1, 0)],
  [
    "now",
    (call) => {
      requireCount(call, 0, 1);
      const now: Value = { sql: "hog_now()", type: DATETIME64 };
      return call.node.args.length > 0 ? inZone(now, zoneArg(call, 0)) : now;
    },
  ],
  ["now64", () => ({ sql: "hog_now()", type: DATETIME64 })],
  ["today", () => ({ sql: "hog_today(0)", type: DATE })],
  ["currentDate", () => ({ sql: "hog_today(0)", type: DATE })],
  ["yesterday", () => ({ sql: "hog_today(-1)", type: DATE })],
  [
    "toStartOfInterval",
    (call) => {
      requireCount(call, 2, 3);
      const { interval } = call.arg(1);
      if (interval === undefined) throw wrongType(call, call.arg(1));
      const isBinned = call.node.args.length > 2 && isTime(call.arg(2).type);
      if (isBinned) return binned(call, 0, 1, 2);
      return startOf(call, call.arg(0), interval.count.sql, interval.unit, 2);
    },
  ],
  [
    "date_bin",
    (call) => {
      requireCount(call, 3);
      return binned(call, 1, 0, 2);
    },
  ],
  [
    "dateTrunc",
    (call) => {
      requireCount(call, 2, 3);
      return startOf(call, call.arg(1), "1", requireUnit(textArg(call, 0)), 2);
    },
  ],
  ["dateAdd", dateAdd("+")],
  ["timestampAdd", dateAdd("+")],
  ["dateSub", dateAdd("-")],
  ["timestampSub", dateAdd("-")],
  ...UNIT_CALLS,
]);
