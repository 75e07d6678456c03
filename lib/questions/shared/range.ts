import type { DateRange } from "../../port/range.ts";
import { invalid } from "../../base/errors.ts";
import { fromWallClock } from "../../base/zone-clock.ts";
import { startOfWallInterval } from "./calendar.ts";
import type { Calendar, Interval } from "./calendar.ts";
import { parseDateText } from "./date-text.ts";

/** The three fields of a query that say when. */
export interface RangeInput {
  /** Text of the grammar, `all`, or null = `-7d`. */
  date_from: string | null;
  /** Text of the grammar, or null = now (which, except for hours, reaches to the end of the UTC day). */
  date_to: string | null;
  interval: Interval;
}

/** The context of a range. */
export interface RangeContext {
  nowMs: number;
  calendar: Calendar;
  /** The earliest event after `ALL_TIME_START_MS`, asked for when `isAllTime`; null = there is none. */
  earliestMs: number | null;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** "all" reaches back to the first event after this: earlier timestamps are taken for broken clocks. */
export const ALL_TIME_START_MS = Date.UTC(2015, 0, 1);

/** Does the query ask for everything there is? Then `earliestMs` is needed. */
export function isAllTime({ date_from }: Pick<RangeInput, "date_from">): boolean {
  return date_from === "all";
}

/**
 * Turns date_from and date_to into instants, by the rules of reference/insights.md 4.2 to 4.4. Times without a `T` are read
 * on the project's clock, times with one on the UTC clock.
 * @throws HogletError 400 naming the field, also when date_from lies after date_to.
 */
export function resolveRange(input: RangeInput, context: RangeContext): DateRange {
  const { nowMs, calendar, earliestMs } = context;
  const fromMs = isAllTime(input)
    ? (earliestMs ?? nowMs - WEEK_MS)
    : toInstant(fromText(input), parseDateText(fromText(input), nowMs, "date_from").wallMs, calendar);
  const toMs =
    input.date_to === null ? openEnd(input, nowMs) : toInstant(input.date_to, toDigits(input.date_to, nowMs), calendar);
  const range = { fromMs: floorSecond(fromMs), untilMs: floorSecond(toMs) + SECOND_MS };
  if (range.fromMs >= range.untilMs) throw invalid("date_from", "date_from lies after date_to.");
  return range;
}

function fromText({ date_from }: RangeInput): string {
  return date_from ?? "-7d";
}

/** The end of a range without date_to: not shifted into the project's time zone (4.4). */
function openEnd({ interval }: RangeInput, nowMs: number): number {
  return interval === "hour" ? nowMs + 60 * SECOND_MS : endOfDay(nowMs);
}

function toDigits(text: string, nowMs: number): number {
  const { wallMs, kind } = parseDateText(text, nowMs, "date_to");
  // Only the form with a blank and no offset is an exact instant; even an ISO time means the end of its day.
  return kind === "date-time" && EXACT.test(text) ? wallMs : endOfDay(wallMs);
}

const EXACT = /^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{2}:\d{2}$/;

/** 23:59:59 of the day that a clock shows. */
function endOfDay(wallMs: number): number {
  return startOfWallInterval(wallMs, "day", 0) + DAY_MS - SECOND_MS;
}

function toInstant(text: string, wallMs: number, { timezone }: Calendar): number {
  return text.includes("T") ? wallMs : fromWallClock(wallMs, timezone);
}

function floorSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}
