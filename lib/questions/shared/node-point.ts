import { invalid } from "../../base/errors.ts";
import type { DateRange } from "../../port/range.ts";
import type { Asked } from "./answer.ts";
import { nextInterval, startOfInterval } from "./calendar.ts";
import type { Interval } from "./calendar.ts";
import { parseMoment } from "./query-range.ts";

/** The number of an insight whose actors are asked for. Null and absent say the same. Source: reference/query.md 4.5. */
export interface NodePoint {
  /** The bucket: a date or an instant; where answers count intervals, their number. */
  day?: string | number | null | undefined;
  /** The status of a lifecycle. */
  status?: string | null | undefined;
  /** The row of a retention, from 0. */
  interval?: number | null | undefined;
  /** The place of the series, from 0. @default 0 */
  series?: number | null | undefined;
  /** The value of the breakdown. */
  breakdown?: unknown;
  /** @default "current" */
  compare?: "current" | "previous" | null | undefined;
}

/** The bucket that holds a day, cut to the range. @throws HogletError 400 for a day that cannot be read */
export function toBucket(asked: Asked, day: string | number, interval: Interval, range: DateRange): DateRange {
  const ms = startOfInterval(parseMoment(String(day), "day", asked), interval, asked.calendar);
  const fromMs = Math.max(ms, range.fromMs);
  const untilMs = Math.min(nextInterval(ms, interval, asked.calendar), range.untilMs);
  if (fromMs >= untilMs) throw invalid("day", `The day ${day} is not in the range of the query.`);
  return { fromMs, untilMs };
}

/** The range that a point lies in. @throws HogletError 400 when the question has no such period */
export function rangeOfPoint<Range>(ranges: readonly Range[], { compare }: NodePoint): Range {
  const range = ranges[compare === "previous" ? 1 : 0];
  if (range === undefined) throw invalid("compare", "The query is not compared with another period.");
  return range;
}
