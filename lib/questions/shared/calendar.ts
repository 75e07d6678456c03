import { DateTime, IANAZone } from "luxon";
import { invalid } from "../../base/errors.ts";
import { fromWallClock, toWallClock } from "../../base/zone-clock.ts";

// luxon does the questions' calendar: months and IANA time zones need a calendar, and it is small and maintained. Hours, days and
// weeks of digits, and their text, are plain arithmetic: a question that needs no more does not load luxon, nor Node's tables of zones.

/** The widths of a bucket of time. */
export type Interval = "hour" | "day" | "week" | "month";

/** How a project cuts time. */
export interface Calendar {
  /** IANA name. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The start of the hour, day, week or month that holds the instant, on the project's clock. */
export function startOfInterval(ms: number, interval: Interval, { timezone, weekStartDay }: Calendar): number {
  const wallMs = toWallClock(ms, timezone);
  if (interval === "hour") return startOfHour(ms, wallMs, timezone);
  return fromWallClock(startOfWallInterval(wallMs, interval, weekStartDay), timezone);
}

/**
 * On instants: of the hour that is shown twice in autumn, each is a bucket of its own. Where clocks turn by half an hour,
 * the hour begins when they turn.
 */
function startOfHour(ms: number, wallMs: number, timezone: string): number {
  const startMs = ms - (wallMs - startOfWallInterval(wallMs, "hour", 0));
  return turnWithin(startMs, ms, timezone) ?? startMs;
}

/** The first instant at which the clock shows the offset of `untilMs`; null = that of `fromMs` is the same. */
function turnWithin(fromMs: number, untilMs: number, timezone: string): number | null {
  const offset = toWallClock(untilMs, timezone) - untilMs;
  if (toWallClock(fromMs, timezone) - fromMs === offset) return null;
  let [before, after] = [fromMs, untilMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (toWallClock(middle, timezone) - middle === offset) after = middle;
    else before = middle;
  }
  return after;
}

/** The start of the interval after the one that starts at `startMs`. */
export function nextInterval(startMs: number, interval: Interval, calendar: Calendar): number {
  if (interval === "hour") {
    const wallMs = toWallClock(startMs, calendar.timezone);
    const untilMs = startMs + HOUR_MS - (wallMs - startOfWallInterval(wallMs, interval, 0));
    return turnWithin(startMs, untilMs, calendar.timezone) ?? untilMs;
  }
  // From the middle of the first day, so that neither a skipped nor a doubled midnight can hold the step back.
  const noon = startOfWallInterval(toWallClock(startMs, calendar.timezone), "day", 0) + DAY_MS / 2;
  const next = interval === "month" ? shiftIntervals(noon, interval, 1) : noon + intervalMs(interval);
  return fromWallClock(startOfWallInterval(next, interval, calendar.weekStartDay), calendar.timezone);
}

/** As `startOfInterval`, on the digits of a wall clock. */
export function startOfWallInterval(wallMs: number, interval: Interval, weekStartDay: number): number {
  if (interval === "month") return DateTime.fromMillis(wallMs, { zone: "utc" }).startOf("month").toMillis();
  if (interval === "hour") return Math.floor(wallMs / HOUR_MS) * HOUR_MS;
  const day = Math.floor(wallMs / DAY_MS);
  // Day 0 was a Thursday, 4 days after a Sunday; JavaScript's % keeps the sign of days before it.
  const daysIn = interval === "week" ? (((day + 4 - weekStartDay) % 7) + 7) % 7 : 0;
  return (day - daysIn) * DAY_MS;
}

/** How long the shortest interval of this name is, in milliseconds: a month counts 28 days. */
export function intervalMs(interval: Interval): number {
  return { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 28 * DAY_MS }[interval];
}

/** Digits moved back by whole units of the calendar (31 March − 1 month = the last of February). */
export function shiftBack(
  wallMs: number,
  unit: "hours" | "days" | "weeks" | "months" | "years",
  count: number,
): number {
  const unitMs = { hours: HOUR_MS, days: DAY_MS, weeks: 7 * DAY_MS, months: null, years: null }[unit];
  if (unitMs !== null) return wallMs - count * unitMs;
  return DateTime.fromMillis(wallMs, { zone: "utc" })
    .minus({ [unit]: count })
    .toMillis();
}

/** Digits moved by whole intervals of the calendar, back when `count` is negative; a day past a month's end is its last. */
export function shiftIntervals(wallMs: number, interval: Interval, count: number): number {
  if (interval !== "month") return wallMs + count * intervalMs(interval);
  return DateTime.fromMillis(wallMs, { zone: "utc" }).plus({ months: count }).toMillis();
}

/** The start of the day that lies `count` days before the one that holds the instant, on the project's clock. */
export function daysBefore(ms: number, count: number, { timezone }: Calendar): number {
  const midnight = startOfWallInterval(toWallClock(ms, timezone), "day", 0);
  return fromWallClock(shiftBack(midnight, "days", count), timezone);
}

/** The first or the last day of a month or year, at midnight. */
export function edgeDay(wallMs: number, unit: "month" | "year", edge: "Start" | "End"): number {
  const time = DateTime.fromMillis(wallMs, { zone: "utc" });
  return (edge === "Start" ? time.startOf(unit) : time.endOf(unit).startOf("day")).toMillis();
}

/** The entry of `days`: `2020-01-02`, for hours `2020-01-02 07:00:00`. */
export function formatDay(ms: number, interval: Interval, timezone: string): string {
  const text = toDigits(ms, timezone);
  return interval === "hour" ? `${text.slice(0, 10)} ${text.slice(11, 16)}:00` : text.slice(0, 10);
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The entry of `labels`: `2-Jan-2020`, for hours `2-Jan-2020 07:00`. */
export function formatLabel(ms: number, interval: Interval, timezone: string): string {
  const text = toDigits(ms, timezone);
  const [year, month, day] = text.slice(0, 10).split("-");
  const date = `${Number(day)}-${MONTHS[Number(month) - 1]}-${year}`;
  return interval === "hour" ? `${date} ${text.slice(11, 16)}` : date;
}

/** ISO text with the offset of the zone: `2020-01-02T07:00:00+01:00`, in UTC `2020-01-02T06:00:00Z`; fractions where there are any. */
export function formatInstant(ms: number, timezone: string): string {
  const digits = toDigits(ms, timezone)
    .slice(0, -1)
    .replace(/\.000$/, "");
  const minutes = Math.round((toWallClock(ms, timezone) - ms) / 60_000);
  if (minutes === 0) return `${digits}Z`;
  const size = Math.abs(minutes);
  return `${digits}${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}

/** The label of a bucket in answers to query nodes: `2-Jan-2020`, for hours `2-Jan 07:00`. */
export function formatShortLabel(ms: number, interval: Interval, timezone: string): string {
  const label = formatLabel(ms, interval, timezone);
  return interval === "hour" ? label.replace(/-\d+ /, " ") : label;
}

/** `2020-01-02T07:00:00.000Z`, whatever the zone: the digits that its clock shows. */
function toDigits(ms: number, timezone: string): string {
  return new Date(toWallClock(ms, timezone)).toISOString();
}

/** Names that were found to be zones: the world has some hundreds. */
const validZones = new Set<string>();

/** @throws HogletError 400 when `timezone` is not the IANA name of a time zone. */
export function requireTimezone(timezone: string): void {
  // Another check takes as long as ten offsets.
  if (timezone === "UTC" || validZones.has(timezone)) return;
  if (IANAZone.isValidZone(timezone)) {
    validZones.add(timezone);
    return;
  }
  throw invalid("timezone", `Expected an IANA time zone such as Europe/Berlin but received "${timezone}".`);
}
