import { invalid } from "../../base/errors.ts";
import { parseIsoTime, toIsoDay } from "../../base/iso-time.ts";
import { edgeDay, shiftBack, startOfWallInterval } from "./calendar.ts";

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
// The offset is matched and ignored: digits are taken as they stand (reference/insights.md 4.1).
const DATE_TIME =
  /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i;
// The reference finds the letter anywhere, so that "garbage" means today. It only names `-14days` and `-1hr`, so this
// grammar takes the rest of a unit's name after a number, and nothing else.
const RELATIVE = /^-?(?:(\d+)(?:([hdwmqy])(Start|End|[a-z]*)|([Ms]))|([hdwmqy])(Start|End)?)$/;

export interface DateText {
  /** Digits of a clock, as the epoch milliseconds at which a UTC clock shows them. */
  wallMs: number;
  kind: "day" | "date-time" | "relative";
  /** The length of the moment: a range that ends with it ends at its end. */
  unit: "instant" | "hour" | "day";
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Reads the grammar of reference/insights.md 4.1 in its order: a day, a date-time, else a relative date such as `-7d`,
 * `-1mStart` or `yStart`; `-30M` are minutes and `-30s` seconds (section 14). Relative dates count on the UTC clock. `End` is the
 * last millisecond of the hour, the day, the month or the year; of a week or a quarter that of its first day.
 * @param attr the field, for the error
 * @throws HogletError 400 for any other text, for `h` without a number, and for dates outside the years 1 to 9999.
 */
export function parseDateText(text: string, nowMs: number, attr: string): DateText {
  const trimmed = text.trim();
  const parsed = parseAbsolute(trimmed) ?? parseRelative(trimmed, nowMs, attr);
  requireYear(parsed.wallMs, text, attr);
  return parsed;
}

/**
 * Refuses a time outside the years 1 to 9999.
 * @param wallMs ms of the wall clock, as if it were UTC
 * @param text the date as it was sent, for the error
 * @throws HogletError 400
 */
export function requireYear(wallMs: number, text: string, attr: string): void {
  if (!(wallMs >= MIN_MS && wallMs <= MAX_MS))
    throw invalid(attr, `"${text}" is not a date between the years 1 and 9999.`);
}

const MIN_MS = Date.parse("0001-01-01T00:00:00Z");
const MAX_MS = Date.parse("9999-12-31T23:59:59.999Z");

function parseAbsolute(text: string): DateText | null {
  const match = DAY.exec(text) ?? DATE_TIME.exec(text);
  if (match === null) return null;
  const [, year = "", month = "", date = "", hour, minute = "", second = "00", fraction = "0"] = match;
  const day = toIsoDay(year, month, date);
  const time = hour === undefined ? "" : `T${hour.padStart(2, "0")}:${minute}:${second}.${fraction}`;
  // A date that does not exist (30 February, 25 o'clock) may still be something else.
  const wallMs = parseIsoTime(day + time);
  if (wallMs === null) return null;
  return hour === undefined ? { wallMs, kind: "day", unit: "day" } : { wallMs, kind: "date-time", unit: "instant" };
}

function parseRelative(text: string, nowMs: number, attr: string): DateText {
  const match = RELATIVE.exec(text);
  if (match === null) {
    throw invalid(
      attr,
      `Expected a day such as 2024-03-01, a time such as 2024-03-01T10:00:00Z, or a relative date such as -7d, but received "${text}".`,
    );
  }
  const [, digits, unit, rest, smallUnit, bareUnit, bareEdge] = match;
  const name = smallUnit ?? unit ?? bareUnit;
  const edge = bareEdge ?? rest;
  if (name === "h" && digits === undefined)
    throw invalid(attr, `Expected a number of hours, such as -24h, but received "${text}".`);
  const count = Number(digits ?? 0);
  // More digits than a number can have.
  const startMs = count === Infinity ? -Infinity : toStart(name, count, edge, nowMs);
  const isSmall = name === "s" || name === "M" || name === "h";
  const endMs = startMs + (name === "h" ? HOUR_MS : DAY_MS) - 1;
  return { wallMs: edge === "End" ? endMs : startMs, kind: "relative", unit: isSmall ? "hour" : "day" };
}

function toStart(name: string | undefined, count: number, edge: string | undefined, nowMs: number): number {
  const midnight = startOfWallInterval(nowMs, "day", 0);
  switch (name) {
    case "s":
      return nowMs - count * 1000;
    case "M":
      return nowMs - count * 60_000;
    case "h":
      return startOfWallInterval(shiftBack(nowMs, "hours", count), "hour", 0);
    case "d":
      return shiftBack(midnight, "days", count);
    case "w":
      return shiftBack(midnight, "weeks", count);
    case "q":
      return shiftBack(midnight, "weeks", 13 * count);
    case "m":
      return toEdge(shiftBack(midnight, "months", count), "month", edge);
    default:
      return toEdge(shiftBack(midnight, "years", count), "year", edge);
  }
}

function toEdge(wallMs: number, unit: "month" | "year", edge: string | undefined): number {
  return edge === "Start" || edge === "End" ? edgeDay(wallMs, unit, edge) : wallMs;
}
