import {
  DATE,
  DATETIME,
  DATETIME64,
  INT32,
  INT64,
  nullable,
  STRING,
  UINT16,
  UINT32,
  UINT64,
  UINT8,
} from "../compile/type.ts";
import { dayOfWeek, dayOfYear } from "./calendar-functions.ts";
import { formatTime } from "./format-time.ts";
import type { ScalarFunction, ScalarFunctions, Surroundings } from "./function.ts";
import { countUnits, countWholeUnits, shift, shiftWall, startOf, startOfWall, toUnit } from "./time-units.ts";
import { DAY_MS, fromDay, parseTime, toDay, toWall } from "./wall-clock.ts";

// An instant comes as epoch milliseconds, with the zone that shows it.

/** A part of the digits of an instant. */
function part(gives: ScalarFunction["gives"], read: (time: Date, wallMs: number) => number): ScalarFunction {
  return { takes: "t z", gives, run: (ms: number, zone: string) => read(new Date(toWall(ms, zone)), toWall(ms, zone)) };
}

function startOfTime(unit: string, count = 1): ScalarFunction {
  return { takes: "t z", gives: DATETIME, run: (ms: number, zone: string) => startOf(ms, unit, zone, count) };
}

function startOfDate(unit: string): ScalarFunction {
  return { takes: "t z", gives: DATE, run: (ms: number, zone: string) => toDay(startOfWall(toWall(ms, zone), unit)) };
}

function requireUnit(name: string): string {
  const unit = toUnit(name);
  if (unit === null)
    throw new Error(`${name} is no unit of time; expected second, minute, hour, day, week, month, quarter or year.`);
  return unit;
}

/** Weeks from Monday, in the year that has most of their days. */
function isoWeek(wallMs: number): [year: number, week: number] {
  const thursday = startOfWall(wallMs, "week") + 3 * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  return [year, 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY_MS))];
}

export const DATE_FUNCTIONS: ScalarFunctions = {
  toStartOfSecond: startOfTime("second"),
  toStartOfMinute: startOfTime("minute"),
  toStartOfFiveMinutes: startOfTime("minute", 5),
  toStartOfFiveMinute: startOfTime("minute", 5),
  toStartOfTenMinutes: startOfTime("minute", 10),
  toStartOfFifteenMinutes: startOfTime("minute", 15),
  timeSlot: startOfTime("minute", 30),
  toStartOfHour: startOfTime("hour"),
  toStartOfDay: startOfTime("day"),
  toMonday: startOfDate("week"),
  toStartOfMonth: startOfDate("month"),
  toStartOfQuarter: startOfDate("quarter"),
  toStartOfYear: startOfDate("year"),
  toStartOfISOYear: {
    takes: "t z",
    gives: DATE,
    run: (ms: number, zone: string) => {
      const [year] = isoWeek(toWall(ms, zone));
      return toDay(startOfWall(Date.UTC(year, 0, 4), "week"));
    },
  },
  /** Mode 0 begins on Sunday, 1 and 3 on Monday; without a mode, the project's day. */
  toStartOfWeek: {
    takes: "t n? z",
    gives: ([at]) => nullable(DATE, at?.type.isNullable),
    isSurrounded: true,
    takesNull: true,
    run: ({ weekStartDay }: Surroundings, ms: number | null, mode: number | null, zone: string) =>
      ms === null ? null : toDay(startOfWall(toWall(ms, zone), "week", 1, mode === null ? weekStartDay : mode % 2)),
  },
  toLastDayOfMonth: {
    takes: "t z",
    gives: DATE,
    run: (ms: number, zone: string) => toDay(shiftWall(startOfWall(toWall(ms, zone), "month"), 1, "month") - DAY_MS),
  },
  toYear: part(UINT16, (time) => time.getUTCFullYear()),
  toISOYear: part(UINT16, (_, wallMs) => isoWeek(wallMs)[0]),
  toQuarter: part(UINT8, (time) => Math.floor(time.getUTCMonth() / 3) + 1),
  toMonth: part(UINT8, (time) => time.getUTCMonth() + 1),
  toISOWeek: part(UINT8, (_, wallMs) => isoWeek(wallMs)[1]),
  toDayOfMonth: part(UINT8, (time) => time.getUTCDate()),
  /** The day of the week: from Monday, 1 to 7; mode 1: 0 to 6; mode 2 and 3: from Sunday, 0 to 6 and 1 to 7. */
  toDayOfWeek: {
    takes: "t n? z",
    gives: ([at]) => nullable(UINT8, at?.type.isNullable),
    takesNull: true,
    run: (ms: number | null, mode: number | null, zone: string) =>
      ms === null ? null : dayOfWeek(new Date(toWall(ms, zone)).getUTCDay(), mode ?? 0),
  },
  toDayOfYear: part(UINT16, dayOfYear),
  toHour: part(UINT8, (time) => time.getUTCHours()),
  toMinute: part(UINT8, (time) => time.getUTCMinutes()),
  toSecond: part(UINT8, (time) => time.getUTCSeconds()),
  toMillisecond: part(UINT16, (time) => time.getUTCMilliseconds()),
  toYYYYMM: part(UINT32, (time) => time.getUTCFullYear() * 100 + time.getUTCMonth() + 1),
  toYYYYMMDD: part(UINT32, (time) => (time.getUTCFullYear() * 100 + time.getUTCMonth() + 1) * 100 + time.getUTCDate()),
  toYYYYMMDDhhmmss: part(UINT64, (time) => Number(time.toISOString().slice(0, 19).replaceAll(/\D/g, ""))),
  formatDateTime: {
    takes: "t s z",
    gives: STRING,
    run: (ms: number, format: string, zone: string) => formatTime(toWall(ms, zone), format),
  },
  dateName: {
    takes: "s t z",
    gives: STRING,
    run: (name: string, ms: number, zone: string) => {
      const formats: Record<string, string> = {
        year: "%Y",
        month: "%M",
        day: "%e",
        weekday: "%W",
        hour: "%k",
        minute: "%i",
        second: "%s",
      };
      const format = formats[name.toLowerCase()];
      if (format === undefined)
        throw new Error(`${name} is no part of a date; expected year, month, day, weekday, hour, minute or second.`);
      return formatTime(toWall(ms, zone), format).trim();
    },
  },
  monthName: { takes: "t z", gives: STRING, run: (ms: number, zone: string) => formatTime(toWall(ms, zone), "%M") },
  dateDiff: {
    takes: "s t t z",
    gives: INT64,
    run: (unit: string, from: number, to: number, zone: string) => countUnits(from, to, requireUnit(unit), zone),
  },
  age: {
    takes: "s t t z",
    gives: INT64,
    run: (unit: string, from: number, to: number, zone: string) => countWholeUnits(from, to, requireUnit(unit), zone),
  },
  toUnixTimestamp: { takes: "t", gives: UINT32, run: (ms: number) => Math.floor(ms / 1000) },
  toUnixTimestamp64Milli: { takes: "t", gives: INT64, run: (ms: number) => ms },
  toUnixTimestamp64Micro: { takes: "t", gives: INT64, run: (ms: number) => ms * 1000 },
  fromUnixTimestamp: { takes: "n", gives: DATETIME, run: (seconds: number) => Math.trunc(seconds) * 1000 },
  fromUnixTimestamp64Milli: { takes: "n", gives: { ...DATETIME64, scale: 3 }, run: (ms: number) => Math.trunc(ms) },
  fromUnixTimestamp64Micro: { takes: "n", gives: DATETIME64, run: (micros: number) => Math.floor(micros / 1000) },
  makeDate: {
    takes: "n n n",
    gives: nullable(DATE),
    run: (year: number, month: number, day: number) => toDay(Date.UTC(year, month - 1, day)),
  },
  toRelativeDayNum: {
    takes: "t z",
    gives: UINT32,
    run: (ms: number, zone: string) => Math.floor(toWall(ms, zone) / DAY_MS),
  },
  timeZoneOffset: { takes: "t z", gives: INT32, run: (ms: number, zone: string) => (toWall(ms, zone) - ms) / 1000 },
};

/** Functions that the compiler calls by these names; a statement cannot name them. */
export const DATE_PRIMITIVES: ScalarFunctions = {
  /** An instant from a date, a text or epoch seconds. */
  time: {
    takes: "x",
    gives: nullable(DATETIME64),
    isSurrounded: true,
    run: ({ timezone }: Surroundings, value: unknown) => parseTime(value, timezone),
  },
  timeIn: { takes: "x s", gives: nullable(DATETIME64), run: (value: unknown, zone: string) => parseTime(value, zone) },
  toDate: { takes: "x s", gives: DATE, run: (ms: number, zone: string) => toDay(toWall(ms, zone)) },
  startOfInterval: {
    takes: "x n s s",
    gives: DATETIME,
    run: (ms: number, count: number, unit: string, zone: string) =>
      startOf(ms, unit, zone, Math.max(1, Math.trunc(count))),
  },
  /** As `startOfInterval`, counted from an instant. */
  startFrom: {
    takes: "x n s s x",
    gives: DATETIME,
    run: (ms: number, count: number, unit: string, zone: string, originMs: number) => {
      if (originMs > ms) throw new Error("The origin of an interval cannot be behind the instant.");
      const width = Math.max(1, Math.trunc(count));
      return shift(originMs, Math.floor(countWholeUnits(originMs, ms, unit, zone) / width) * width, unit, zone);
    },
  },
  shiftDate: {
    takes: "s n s",
    gives: nullable(DATE),
    run: (day: string, count: number, unit: string) => toDay(shiftWall(fromDay(day), Math.trunc(count), unit)),
  },
  shift: {
    takes: "x n s s",
    gives: nullable(DATETIME64),
    run: (ms: number, count: number, unit: string, zone: string) => shift(ms, count, unit, zone),
  },
  now: { takes: "", gives: DATETIME64, isSurrounded: true, run: ({ nowMs }: Surroundings) => nowMs },
  today: {
    takes: "n",
    gives: DATE,
    isSurrounded: true,
    run: ({ nowMs, timezone }: Surroundings, days: number) => toDay(toWall(nowMs, timezone) + days * DAY_MS),
  },
};
