import type { DateRange } from "../../port/range.ts";
import { invalid } from "../../base/errors.ts";
import { fromWallClock, toWallClock } from "../../base/zone-clock.ts";
import { formatInstant, shiftBack, startOfWallInterval } from "./calendar.ts";
import type { Calendar, Interval } from "./calendar.ts";
import { parseDateText, requireYear } from "./date-text.ts";
import type { DateText } from "./date-text.ts";

// Dates of questions. Relative dates count on the project's clock, and an offset is obeyed. Without `explicitDate` a
// range ends with a day; by the hour, an end with a time of day is exact, and one that counts hours back ends with its
// hour. Source: reference/query.md 3.3, reference/insights.md 14, docs/exactness.md.

export interface QueryRangeInput {
  /** Null = `-7d`. */
  date_from: string | null;
  /** Null = now. */
  date_to: string | null;
  /** Takes the dates as they are. */
  isExplicit: boolean;
  interval: Interval;
}

export interface RangeContext {
  nowMs: number;
  calendar: Calendar;
  /** The earliest event after `ALL_TIME_START_MS`, needed when `isAllTime`; null = there is none. */
  earliestMs: number | null;
}

/** "all" goes back to the first event after this: earlier timestamps come from wrong clocks. */
export const ALL_TIME_START_MS = Date.UTC(2015, 0, 1);

/** Does the question ask for everything there is? Then `earliestMs` is needed. */
export function isAllTime({ date_from }: Pick<QueryRangeInput, "date_from">): boolean {
  return date_from === "all";
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** @throws HogletError 400 naming the field, also when date_from lies after date_to */
export function resolveQueryRange(input: QueryRangeInput, context: RangeContext): DateRange {
  const range = findQueryRange(input, context);
  if (range === null) throw invalid("date_from", "date_from lies after date_to.");
  return range;
}

/** Null = date_from lies after date_to. */
export function findQueryRange(input: QueryRangeInput, context: RangeContext): DateRange | null {
  const { calendar, nowMs, earliestMs } = context;
  const fromMs = isAllTime(input)
    ? (earliestMs ?? nowMs - WEEK_MS)
    : toMoment(input.date_from ?? "-7d", "date_from", context).ms;
  const untilMs = toUntil(input, context);
  if (fromMs >= untilMs) return null;
  return {
    fromMs: fromWallClock(Math.floor(toWallClock(fromMs, calendar.timezone) / 1000) * 1000, calendar.timezone),
    untilMs,
  };
}

interface Moment extends Pick<DateText, "unit"> {
  ms: number;
}

const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;

function toMoment(text: string, attr: string, { nowMs, calendar }: Pick<RangeContext, "nowMs" | "calendar">): Moment {
  const { timezone } = calendar;
  const { wallMs, kind, unit } = parseDateText(text, toWallClock(nowMs, timezone), attr);
  if (kind === "date-time" && OFFSET.test(text)) {
    const ms = Date.parse(text.replace(" ", "T"));
    if (!Number.isNaN(ms)) return { ms, unit };
  }
  return { ms: fromWallClock(wallMs, timezone), unit };
}

/**
 * The instant of a text: relative ones and bare digits on the project's clock. @throws HogletError 400 naming `attr`
 */
export function parseMoment(text: string, attr: string, context: Pick<RangeContext, "nowMs" | "calendar">): number {
  return toMoment(text, attr, context).ms;
}

/** The end of a text's time, not in it: a moment with `End` still is. @throws HogletError 400 naming `attr` */
export function parseEnd(text: string, attr: string, context: Pick<RangeContext, "nowMs" | "calendar">): number {
  const { ms } = toMoment(text, attr, context);
  return /End\s*$/.test(text) ? ms + 1 : ms;
}

/** The first instant after the range, which includes the end itself. */
function toUntil({ date_to: text, isExplicit, interval }: QueryRangeInput, context: RangeContext): number {
  const { nowMs, calendar } = context;
  const end = text === null ? { ms: nowMs, unit: "hour" as const } : toMoment(text, "date_to", context);
  const unit = interval === "hour" ? end.unit : "day";
  if (isExplicit || unit === "instant") return end.ms + 1;
  const startMs = startOfWallInterval(toWallClock(end.ms, calendar.timezone), unit, 0);
  return fromWallClock(startMs + (unit === "hour" ? HOUR_MS : DAY_MS), calendar.timezone);
}

const SHIFT = /^-?(\d+)([hdwmqy])$/;
const UNITS = { h: "hours", d: "days", w: "weeks", m: "months", q: "months", y: "years" } as const;

/**
 * The range to compare with: as far back as `compareTo` says, or just before, equally long. Counted in days or longer
 * periods it begins at midnight; a range that began `-7d` (or a multiple) ago keeps its days of the week.
 * @throws HogletError 400 for a `compareTo` that is no relative date
 */
export function toComparedRange(
  { fromMs, untilMs }: DateRange,
  { compareTo, input }: { compareTo: string | null; input: QueryRangeInput },
  { calendar: { timezone } }: Pick<RangeContext, "calendar">,
): DateRange {
  const fromWall = toWallClock(fromMs, timezone);
  const length = toWallClock(untilMs, timezone) - fromWall;
  const startWall = compareTo === null ? toPreviousStart(fromWall, length, input) : shiftBy(fromWall, compareTo);
  return { fromMs: fromWallClock(startWall, timezone), untilMs: fromWallClock(startWall + length, timezone) };
}

function shiftBy(wallMs: number, compareTo: string): number {
  const [, digits, letter] = SHIFT.exec(compareTo) ?? [];
  const unit = UNITS[letter as keyof typeof UNITS];
  if (unit === undefined) {
    throw invalid("compare_to", `Expected a time before the range, such as -1w or -30h, but received "${compareTo}".`);
  }
  const shiftedMs = shiftBack(wallMs, unit, Number(digits) * (letter === "q" ? 3 : 1));
  requireYear(shiftedMs, compareTo, "compare_to");
  return shiftedMs;
}

function toPreviousStart(
  fromWall: number,
  length: number,
  { date_from: text, date_to, interval }: QueryRangeInput,
): number {
  const startWall = fromWall - length;
  if (interval === "hour") return Math.floor(startWall / HOUR_MS) * HOUR_MS;
  const midnight = startOfWallInterval(startWall, "day", 0);
  const [, days] = /^-?(\d+)d$/.exec(text ?? "-7d") ?? [];
  const isWeeks = interval === "day" && days !== undefined && Number(days) % 7 === 0 && date_to === null;
  return isWeeks ? midnight + DAY_MS : midnight;
}

export interface ResolvedDateRange {
  date_from: string;
  date_to: string;
}

export function formatRange({ fromMs, untilMs }: DateRange, timezone: string): ResolvedDateRange {
  return { date_from: formatInstant(fromMs, timezone), date_to: formatInstant(untilMs - 1, timezone) };
}
