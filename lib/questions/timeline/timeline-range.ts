import { startOfInterval, nextInterval } from "../shared/calendar.ts";
import { resolveQueryRange } from "../shared/query-range.ts";
import type { RangeContext } from "../shared/query-range.ts";
import { toIso } from "../../base/clock.ts";
import type { TimelineQuery } from "./query.ts";

/** A stretch of time, both ends included. `to` has six digits of fraction where it is the end of something. */
export interface TimelineRange {
  fromMs: number;
  toMs: number;
  /** Texts of the answer: `2020-01-01T00:00:00+00:00`. */
  from: string;
  to: string;
}

const HOUR_MS = 3_600_000;

/**
 * The range of a timeline. Where `date_from` and `date_to` are the same and the display shows time, their whole interval
 * is meant: one hour on, or to the end of the day, week or month (reference/rest.md 7.3 and 7.10).
 */
export function timelineRange({ dates, isTimeSeries }: TimelineQuery, context: RangeContext): TimelineRange {
  const { interval } = dates;
  const { fromMs, untilMs } = resolveQueryRange(dates, context);
  const isMoment = isTimeSeries && dates.date_from !== null && dates.date_from === dates.date_to;
  if (!isMoment) return toRange(fromMs, untilMs - 1, true);
  if (interval === "hour") return toRange(fromMs, fromMs + HOUR_MS, false);
  const startMs = startOfInterval(fromMs, interval, context.calendar);
  return toRange(startMs, nextInterval(startMs, interval, context.calendar) - 1, true);
}

function toRange(fromMs: number, toMs: number, isEnd: boolean): TimelineRange {
  const to = isEnd ? `${toSeconds(toMs)}.999999` : toSeconds(toMs);
  return { fromMs, toMs, from: `${toSeconds(fromMs)}+00:00`, to: `${to}+00:00` };
}

function toSeconds(ms: number): string {
  return toIso(ms).slice(0, 19);
}
