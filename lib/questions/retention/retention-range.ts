import type { DateRange } from "../../port/range.ts";
import type { Asked } from "../shared/answer.ts";
import { toBuckets } from "../shared/buckets.ts";
import { nextInterval, shiftIntervals, startOfWallInterval } from "../shared/calendar.ts";
import type { Interval } from "../shared/calendar.ts";
import { parseDateText } from "../shared/date-text.ts";
import type { RetentionPeriod, RetentionQuery } from "./question.ts";
import type { RetentionPlan } from "./plan.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { Resolved } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";

/** The stretch a retention is about, on the UTC clock; both ends belong to it. */
export interface RetentionRange {
  fromMs: number;
  toMs: number;
}

const SECOND_MS = 1000;

const INTERVALS: Record<RetentionPeriod, Interval> = { Hour: "hour", Day: "day", Week: "week", Month: "month" };

export function toInterval(period: RetentionPeriod): Interval {
  return INTERVALS[period];
}

/**
 * As many periods as there are intervals, the last one that of date_to; cut to midnight, except for hours. Weeks reach
 * back to the week's start, months not to the first.
 * @throws HogletError 400 for a date_to that is none. Source: reference/insights.md 10.
 */
export function toRetentionRange(query: RetentionQuery, { nowMs, calendar }: Asked): RetentionRange {
  const interval = toInterval(query.period);
  const lastMs = toLastMs(query, nowMs);
  const endMs = shiftIntervals(lastMs, interval, 1);
  const toMs = interval === "hour" ? Math.floor(endMs / SECOND_MS) * SECOND_MS : startOfWallInterval(endMs, "day", 0);
  const startMs = shiftIntervals(toMs, interval, -query.total_intervals);
  return { fromMs: interval === "week" ? startOfWallInterval(startMs, "week", calendar.weekStartDay) : startMs, toMs };
}

function toLastMs({ date_to: text }: RetentionQuery, nowMs: number): number {
  return text === null ? nowMs : parseDateText(text, nowMs, "date_to").wallMs;
}

/** A date_to that means the same range at any time: the digits of its day, for hours to the second. */
export function toLastDate(query: RetentionQuery, { nowMs }: Asked): string {
  const digits = new Date(toLastMs(query, nowMs)).toISOString();
  return query.period === "Hour" ? digits.slice(0, 19).replace("T", " ") : digits.slice(0, 10);
}

interface RetentionParts {
  target: Resolved;
  returning: Resolved;
  range: RetentionRange;
}

/** Makes the plan of a retention. */
export function toRetentionPlan(asked: Asked, query: RetentionQuery, parts: RetentionParts): RetentionPlan {
  const { project, calendar } = asked;
  const interval = toInterval(query.period);
  const { fromMs, toMs } = parts.range;
  const range = { fromMs, untilMs: toMs + SECOND_MS };
  const common = toCommonFilters(project, query);
  const periodEdgesMs = toBuckets(range, interval, calendar).edgesMs;
  const groupTypeIndex = query.aggregation_group_type_index;
  const needsSession = (query.breakdown ?? []).some(({ type }) => type === "session");
  const target = toSelection(parts.target, common);
  return {
    kind: "retention",
    projectId: project.id,
    range,
    // The row is that of the UTC date, the distance that of local dates: as in the original (10, end).
    rowEdgesMs: toRowEdges(fromMs, interval, query.total_intervals, calendar.weekStartDay),
    periodEdgesMs,
    sessionRange: toSessionRange(range),
    target: { ...target, needsPerson: true, needsSession: target.needsSession || needsSession },
    returning: { ...toSelection(parts.returning, common), needsPerson: true },
    actors: groupTypeIndex === null ? { by: "persons" } : { by: "groups", groupTypeIndex },
    firstTime:
      query.retention_type === "retention_first_time"
        ? toFirstTime(parts.range, periodEdgesMs, (edgeMs) => nextInterval(edgeMs, interval, calendar))
        : null,
    breakdown: query.breakdown,
    cells: query.total_intervals,
  };
}

function toRowEdges(fromMs: number, interval: Interval, count: number, weekStartDay: number): number[] {
  const edges = [startOfWallInterval(fromMs, interval, weekStartDay)];
  for (let row = 0; row < count; row++) {
    edges.push(nextInterval(edges[row] ?? 0, interval, { timezone: "UTC", weekStartDay }));
  }
  return edges;
}

/** The whole periods that start within the range: a first event counts by the start of its period. */
function toFirstTime(
  { fromMs, toMs }: RetentionRange,
  periodEdgesMs: number[],
  next: (edgeMs: number) => number,
): DateRange {
  const starts = periodEdgesMs.filter((edgeMs) => edgeMs >= fromMs && edgeMs <= toMs);
  const [first = toMs] = starts;
  return { fromMs: first, untilMs: next(starts.at(-1) ?? first) };
}
