import {
  arrayOf,
  DATE,
  DATETIME,
  DATETIME64,
  INT32,
  nullable,
  STRING,
  UINT16,
  UINT32,
  UINT8,
} from "../compile/type.ts";
import type { Type } from "../compile/type.ts";
import { requireFew, writeArray } from "./array-functions.ts";
import { formatTime } from "./format-time.ts";
import type { ScalarFunction, ScalarFunctions, Surroundings } from "./function.ts";
import { startOfWall } from "./time-units.ts";
import { DAY_MS, fromDay, fromWall, toDay, toWall } from "./wall-clock.ts";
import { weekOf } from "./week.ts";

// An instant comes as epoch milliseconds, with the zone that shows it.

/** The number of the day in its year, from 1. */
export const dayOfYear = (time: Date, wallMs: number): number =>
  1 + Math.floor((wallMs - Date.UTC(time.getUTCFullYear(), 0, 1)) / DAY_MS);

/** @param day from Sunday, 0 to 6 */
export function dayOfWeek(day: number, mode: number): number {
  const isFromSunday = mode % 4 > 1;
  const isFromZero = mode % 4 === 1 || mode % 4 === 2;
  return (isFromSunday ? day : (day + 6) % 7) + (isFromZero ? 0 : 1);
}

const two = (digits: number | string) => String(digits).padStart(2, "0");

const US_DATE = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T]+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([AP]M)?)?\s*$/i;

function fromUs(text: string): string {
  const [, month = "", day = "", year = "", hour = "0", minute = "00", second = "00", half] = US_DATE.exec(text) ?? [];
  if (year === "") return text;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  return `${year}-${two(month)}-${two(day)} ${two(hours)}:${minute}:${second}`;
}

function week(gives: Type, number: (wallMs: number, mode: number) => number): ScalarFunction {
  return {
    takes: "t n? z",
    gives: ([at]) => nullable(gives, at?.type.isNullable),
    takesNull: true,
    run: (ms: number | null, mode: number | null, zone: string) =>
      ms === null ? null : number(toWall(ms, zone), mode ?? 0),
  };
}

/** Digits may run over: the 32nd of May is the first of June. */
const toInstant = ([year = 0, month = 0, ...rest]: readonly number[], zone: string) =>
  fromWall(Date.UTC(year, month - 1, ...(rest.map(Math.trunc) as [number])), zone);

const MAKE_TIMESTAMP: ScalarFunction = {
  takes: "n n n n n n z",
  gives: nullable(DATETIME),
  run: (...parts: [...number[], string]) => toInstant(parts.slice(0, -1) as number[], parts.at(-1) as string),
};

const TIME_OF_DAY: ScalarFunction = {
  takes: "t z",
  gives: STRING,
  run: (ms: number, zone: string) => formatTime(toWall(ms, zone), "%T"),
};

/** Parts of a date by the names of Postgres. */
const PARTS: Readonly<Record<string, (time: Date, wallMs: number) => number>> = {
  year: (time) => time.getUTCFullYear(),
  quarter: (time) => Math.floor(time.getUTCMonth() / 3) + 1,
  month: (time) => time.getUTCMonth() + 1,
  day: (time) => time.getUTCDate(),
  hour: (time) => time.getUTCHours(),
  minute: (time) => time.getUTCMinutes(),
  second: (time) => time.getUTCSeconds(),
  dow: (time) => dayOfWeek(time.getUTCDay(), 0),
  doy: dayOfYear,
};

/** Days from 17 November 1858, when modified Julian days begin, to 1970. */
const JULIAN_DAYS = 40_587;

/** Functions of weeks, of dates in other calendars and forms, and those that make an instant of its parts. */
export const CALENDAR_FUNCTIONS: ScalarFunctions = {
  /** The modes 0 to 9 are those of MySQL and ClickHouse. @default 0: from Sunday; week 1 begins with the year's first Sunday */
  toWeek: week(UINT8, (wallMs, mode) => weekOf(wallMs, mode)[1]),
  toYearWeek: week(UINT32, (wallMs, mode) => {
    const [year, number] = weekOf(wallMs, mode, true);
    return year * 100 + number;
  }),
  /** As `toStartOfWeek`. */
  toLastDayOfWeek: {
    takes: "t n? z",
    gives: ([at]) => nullable(DATE, at?.type.isNullable),
    isSurrounded: true,
    takesNull: true,
    run: ({ weekStartDay }: Surroundings, ms: number | null, mode: number | null, zone: string) =>
      ms === null
        ? null
        : toDay(startOfWall(toWall(ms, zone), "week", 1, mode === null ? weekStartDay : mode % 2) + 6 * DAY_MS),
  },
  /** Makes an instant of its parts, as in Postgres: in the project's zone, or in a named zone. */
  make_timestamp: MAKE_TIMESTAMP,
  makeDateTime: MAKE_TIMESTAMP,
  /** An instant of the project's clock, shown in another zone. */
  make_timestamptz: {
    takes: "n n n n n n z",
    gives: nullable(DATETIME),
    isSurrounded: true,
    run: ({ timezone }: Surroundings, ...parts: [...number[], string]) =>
      toInstant(parts.slice(0, -1) as number[], timezone),
  },
  date_part: {
    takes: "s t z",
    gives: nullable(UINT16),
    run: (name: string, ms: number, zone: string) => {
      const wallMs = toWall(ms, zone);
      return PARTS[name]?.(new Date(wallMs), wallMs) ?? null;
    },
  },
  timeZoneOf: { takes: "t z", gives: STRING, run: (_: number, zone: string) => zone },
  toModifiedJulianDay: {
    takes: "s",
    gives: nullable(INT32),
    run: (text: string) => {
      const days = /^\d{4}-\d\d-\d\d$/.test(text) ? fromDay(text) / DAY_MS + JULIAN_DAYS : Number.NaN;
      return Number.isNaN(days) ? null : days;
    },
  },
  fromModifiedJulianDay: {
    takes: "n",
    gives: nullable(STRING),
    run: (days: number) => {
      const day = toDay((Math.trunc(days) - JULIAN_DAYS) * DAY_MS);
      return day !== null && /^\d{4}-/.test(day) ? day : null;
    },
  },
  /** Starts of slots of so many seconds, from an instant to the end of a duration. */
  timeSlots: {
    takes: "t n n?",
    gives: arrayOf(DATETIME),
    run: (ms: number, duration: number, size = 1800) => {
      if (size < 1) throw new Error("The slots of timeSlots take at least a second.");
      const [first, last] = [ms / 1000, ms / 1000 + duration].map((second) => Math.floor(Math.floor(second) / size));
      requireFew((last as number) - (first as number) + 1);
      return writeArray(
        Array.from(
          { length: (last as number) - (first as number) + 1 },
          (_, slot) => ((first as number) + slot) * size * 1000,
        ),
      );
    },
  },
  /** The time in a UUID of version 7; else the year 1970, as in ClickHouse. */
  UUIDv7ToDateTime: {
    takes: "s",
    gives: { ...DATETIME64, scale: 3 },
    run: (uuid: string) =>
      /^[\da-f]{8}-[\da-f]{4}-7/i.test(uuid) ? Number.parseInt(uuid.replace("-", "").slice(0, 12), 16) : 0,
  },
  toTime: TIME_OF_DAY,
  toTimeOfDay: TIME_OF_DAY,
};

/** Functions that only the compiler calls. */
export const CALENDAR_PRIMITIVES: ScalarFunctions = {
  /** A text with the month before the day becomes one that other functions read. */
  usTime: {
    takes: "x",
    gives: STRING,
    run: (text: unknown) => (typeof text === "string" ? fromUs(text) : text),
  },
};
