import { daysInMonth } from "../../base/days-in-month.ts";
import { DAY_MS, fromWall, isInstant, toWall } from "./wall-clock.ts";

const UNIT_MS: Record<string, number> = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000 };
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7 };
const UNIT_MONTHS: Record<string, number> = { month: 1, quarter: 3, year: 12 };

/** 5 January 1970 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Short and plural names of units. */
const NAMES: Record<string, string> = {
  ms: "millisecond",
  ss: "second",
  s: "second",
  mi: "minute",
  n: "minute",
  hh: "hour",
  h: "hour",
  dd: "day",
  d: "day",
  wk: "week",
  ww: "week",
  mm: "month",
  m: "month",
  qq: "quarter",
  q: "quarter",
  yy: "year",
  yyyy: "year",
};

/** Reads names such as `days`, `Day` or `dd`; null = there is no such unit. */
export function toUnit(name: string): string | null {
  const lower = name.toLowerCase();
  const unit = NAMES[lower] ?? lower.replace(/s$/, "");
  return unit in UNIT_MS || unit in UNIT_DAYS || unit in UNIT_MONTHS ? unit : null;
}

/** Hours and less are time that passes; days and more move the zone's clock. */
export function shift(ms: number, count: number, unit: string, zone: string): number | null {
  const unitMs = UNIT_MS[unit];
  const shifted =
    unitMs === undefined ? fromWall(shiftWall(toWall(ms, zone), Math.trunc(count), unit), zone) : ms + count * unitMs;
  return isInstant(shifted) ? shifted : null;
}

/** Days, weeks, months, quarters or years: 31 March − 1 month is the last day of February. */
export function shiftWall(wallMs: number, count: number, unit: string): number {
  const days = UNIT_DAYS[unit];
  if (days !== undefined) return wallMs + count * days * DAY_MS;
  const time = new Date(wallMs);
  const day = time.getUTCDate();
  time.setUTCDate(1);
  time.setUTCMonth(time.getUTCMonth() + count * (UNIT_MONTHS[unit] ?? Number.NaN));
  return time.setUTCDate(Math.min(day, daysInMonth(time.getUTCFullYear(), time.getUTCMonth() + 1)));
}

/** The start of the unit, or of `count` units, on digits. A week begins on `weekStartDay`, 0 = Sunday. */
export function startOfWall(wallMs: number, unit: string, count = 1, weekStartDay = 1): number {
  // Several hours are counted from midnight.
  const midnight = Math.floor(wallMs / DAY_MS) * DAY_MS;
  if (unit === "hour") return midnight + startOfWall(wallMs - midnight, "minute", 60 * count);
  const unitMs = UNIT_MS[unit] ?? (unit === "day" ? DAY_MS : undefined);
  if (unitMs !== undefined) return Math.floor(wallMs / (unitMs * count)) * unitMs * count;
  if (unit === "week") {
    const firstMs = FIRST_MONDAY_MS + (weekStartDay - 1) * DAY_MS;
    const widthMs = 7 * DAY_MS * count;
    return Math.floor((wallMs - firstMs) / widthMs) * widthMs + firstMs;
  }
  const time = new Date(wallMs);
  // ClickHouse counts years from year 0, and months from 1900.
  if (unit === "year") return Date.UTC(Math.floor(time.getUTCFullYear() / count) * count, 0, 1);
  const months = (UNIT_MONTHS[unit] ?? 1) * count;
  const month = (time.getUTCFullYear() - 1900) * 12 + time.getUTCMonth();
  const first = Math.floor(month / months) * months;
  return Date.UTC(1900 + Math.floor(first / 12), ((first % 12) + 12) % 12, 1);
}

/** `startOfWall` of an instant. Hours and less are cut on instants, so that an hour that is shown twice is two. */
export function startOf(ms: number, unit: string, zone: string, count = 1, weekStartDay = 1): number {
  const wallMs = toWall(ms, zone);
  const startMs = startOfWall(wallMs, unit, count, weekStartDay);
  return unit in UNIT_MS ? ms - (wallMs - startMs) : fromWall(startMs, zone);
}

/** Starts of the unit between two instants, as in ClickHouse's dateDiff. */
export function countUnits(fromMs: number, toMs: number, unit: string, zone: string): number {
  const [from, to] = [toWall(fromMs, zone), toWall(toMs, zone)];
  const months = UNIT_MONTHS[unit];
  if (months !== undefined) return Math.floor(monthOf(to) / months) - Math.floor(monthOf(from) / months);
  const widthMs = UNIT_MS[unit] ?? (UNIT_DAYS[unit] ?? 1) * DAY_MS;
  // Seconds to hours pass; a change of the clock adds none.
  if (unit in UNIT_MS) return Math.floor(toMs / widthMs) - Math.floor(fromMs / widthMs);
  return Math.round((startOfWall(to, unit) - startOfWall(from, unit)) / widthMs);
}

/** Whole units that have passed, as in ClickHouse's age. */
export function countWholeUnits(fromMs: number, toMs: number, unit: string, zone: string): number {
  const count = countUnits(fromMs, toMs, unit, zone);
  const reached = shift(fromMs, count, unit, zone) ?? toMs;
  if (count > 0 && reached > toMs) return count - 1;
  return count < 0 && reached < toMs ? count + 1 : count;
}

function monthOf(wallMs: number): number {
  const time = new Date(wallMs);
  return time.getUTCFullYear() * 12 + time.getUTCMonth();
}
