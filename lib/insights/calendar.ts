import { DateTime, IANAZone } from "luxon";
import { invalid } from "../errors.ts";

// luxon is imported here only: days, weeks and months of IANA time zones need a calendar, and it is small and maintained.

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

/**
 * The digits that a clock on the wall of `timezone` shows at an instant, written as the epoch milliseconds at which a UTC
 * clock shows the same: 2020-01-05T08:00Z in US/Pacific gives 2020-01-05T00:00Z.
 */
export function toWallClock(ms: number, timezone: string): number {
  // The zone alone costs a third of a DateTime in it, and this is called several times for each bucket.
  return ms + IANAZone.create(timezone).offset(ms) * 60_000;
}

/**
 * The first instant at which the clock of `timezone` shows these digits; where it never does (the hour skipped in
 * spring), the first instant after. Inverse of `toWallClock`.
 */
export function fromWallClock(wallMs: number, timezone: string): number {
  const ms = DateTime.fromMillis(wallMs, { zone: "utc" }).setZone(timezone, { keepLocalTime: true }).toMillis();
  // luxon does not say which of two it takes when the clock was put back; an earlier one shows the same digits.
  const earlierMs = ms - HOUR_MS;
  return toWallClock(earlierMs, timezone) === wallMs ? earlierMs : ms;
}

/** The start of the hour, day, week or month that holds the instant, on the project's clock. */
export function startOfInterval(ms: number, interval: Interval, { timezone, weekStartDay }: Calendar): number {
  const wallMs = toWallClock(ms, timezone);
  // On instants: of the hour that is shown twice in autumn, each is a bucket of its own.
  if (interval === "hour") return ms - (wallMs - Math.floor(wallMs / HOUR_MS) * HOUR_MS);
  return fromWallClock(startOfWallInterval(wallMs, interval, weekStartDay), timezone);
}

/** The start of the interval after the one that starts at `startMs`. */
export function nextInterval(startMs: number, interval: Interval, calendar: Calendar): number {
  if (interval === "hour") return startOfInterval(startMs + HOUR_MS, interval, calendar);
  // From the middle of the first day, so that neither a skipped nor a doubled midnight can hold the step back.
  const noon = DateTime.fromMillis(toWallClock(startMs, calendar.timezone), { zone: "utc" }).set({ hour: 12 });
  const next = noon.plus({ [`${interval}s`]: 1 }).toMillis();
  return fromWallClock(startOfWallInterval(next, interval, calendar.weekStartDay), calendar.timezone);
}

/** As `startOfInterval`, on the digits of a wall clock. */
export function startOfWallInterval(wallMs: number, interval: Interval, weekStartDay: number): number {
  const time = DateTime.fromMillis(wallMs, { zone: "utc" });
  if (interval !== "week") return time.startOf(interval).toMillis();
  const day = time.startOf("day");
  // luxon counts Monday as 1 and Sunday as 7.
  return day.minus({ days: (day.weekday - weekStartDay + 7) % 7 }).toMillis();
}

/** How long the shortest interval of this name is, in milliseconds: a month counts 28 days. */
export function intervalMs(interval: Interval): number {
  return { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 28 * DAY_MS }[interval];
}

/** Midnight of a day as digits of a wall clock; NaN when there is no such day (30 February). */
export function toMidnight(year: number, month: number, day: number): number {
  return DateTime.utc(year, month, day).toMillis();
}

/** Digits moved back by whole units of the calendar (31 March − 1 month = the last of February). */
export function shiftBack(
  wallMs: number,
  unit: "hours" | "days" | "weeks" | "months" | "years",
  count: number,
): number {
  return DateTime.fromMillis(wallMs, { zone: "utc" })
    .minus({ [unit]: count })
    .toMillis();
}

/** Digits moved by whole intervals of the calendar, back when `count` is negative; a day past a month's end is its last. */
export function shiftIntervals(wallMs: number, interval: Interval, count: number): number {
  return DateTime.fromMillis(wallMs, { zone: "utc" })
    .plus({ [`${interval}s`]: count })
    .toMillis();
}

/** The start of the day that lies `count` days before the one that holds the instant, on the project's clock. */
export function daysBefore(ms: number, count: number, { timezone }: Calendar): number {
  const midnight = startOfWallInterval(toWallClock(ms, timezone), "day", 0);
  return fromWallClock(shiftBack(midnight, "days", count), timezone);
}

/** Months from the one to the other, whatever their days. */
export function monthsBetween(fromWallMs: number, toWallMs: number): number {
  const from = DateTime.fromMillis(fromWallMs, { zone: "utc" });
  const to = DateTime.fromMillis(toWallMs, { zone: "utc" });
  return (to.year - from.year) * 12 + to.month - from.month;
}

/** The first or the last day of a month or year, at midnight. */
export function edgeDay(wallMs: number, unit: "month" | "year", edge: "Start" | "End"): number {
  const time = DateTime.fromMillis(wallMs, { zone: "utc" });
  return (edge === "Start" ? time.startOf(unit) : time.endOf(unit).startOf("day")).toMillis();
}

/** The entry of `days`: `2020-01-02`, for hours `2020-01-02 07:00:00`. */
export function formatDay(ms: number, interval: Interval, timezone: string): string {
  const { year, month, day, hour, minute } = toDigits(ms, timezone);
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return interval === "hour" ? `${date} ${pad(hour, 2)}:${pad(minute, 2)}:00` : date;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The entry of `labels`: `2-Jan-2020`, for hours `2-Jan-2020 07:00`. */
export function formatLabel(ms: number, interval: Interval, timezone: string): string {
  const { year, month, day, hour, minute } = toDigits(ms, timezone);
  const date = `${day}-${MONTHS[month - 1]}-${pad(year, 4)}`;
  return interval === "hour" ? `${date} ${pad(hour, 2)}:${pad(minute, 2)}` : date;
}

// By hand: a luxon pattern costs about 10 µs more (20 000 labels on Node 20), and hours of years are many labels.
function toDigits(ms: number, timezone: string): DateTime {
  return DateTime.fromMillis(toWallClock(ms, timezone), { zone: "utc" });
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

/** @throws HogletError 400 when `timezone` is not the IANA name of a time zone. */
export function requireTimezone(timezone: string): void {
  if (IANAZone.isValidZone(timezone)) return;
  throw invalid("timezone", `Expected an IANA time zone such as Europe/Berlin but received "${timezone}".`);
}
