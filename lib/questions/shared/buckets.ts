import type { DateRange } from "../../port/range.ts";
import { invalid } from "../../base/errors.ts";
import { createRecent } from "../../base/recent.ts";
import { formatDay, formatLabel, intervalMs, nextInterval, startOfInterval } from "./calendar.ts";
import type { Calendar, Interval } from "./calendar.ts";

/** Hours of eleven years: no client draws more points, and each costs memory per series. */
const MAX_BUCKETS = 100_000;

/** Buckets in ascending order; the lists are equally long. */
export interface Buckets {
  /** Epoch ms of each start; a row is in the last bucket that starts at or before it. */
  edgesMs: number[];
  /** The wire's `days`. */
  days: string[];
  /** The wire's `labels`. */
  labels: string[];
}

/**
 * Cuts a range into intervals of the project's clock, from the bucket of its first second to that of its last. Edges
 * are computed once here, so that no row needs a date.
 * @param range with its lower bound not rounded
 * @throws HogletError 400 when there are more than 100 000. Source: reference/insights.md 4.6.
 */
export function toBuckets(range: DateRange, interval: Interval, calendar: Calendar): Buckets {
  const { fromMs, untilMs } = range;
  if ((untilMs - fromMs) / intervalMs(interval) > MAX_BUCKETS) {
    throw invalid(
      "interval",
      `The range has more than ${MAX_BUCKETS} buckets of one ${interval}; take a wider interval.`,
    );
  }
  const { timezone, weekStartDay } = calendar;
  const isShort = (untilMs - fromMs) / intervalMs(interval) <= FEW_BUCKETS;
  const make = () => cut(range, interval, calendar);
  if (!isShort) return make();
  const known = recent.get(`${fromMs} ${untilMs} ${interval} ${weekStartDay} ${timezone}`, make);
  // Copies, since callers may change an answer's lists.
  return { edgesMs: [...known.edgesMs], days: [...known.days], labels: [...known.labels] };
}

/** Longer lists are not remembered: they cost memory, and long copies. */
const FEW_BUCKETS = 1000;

/** Ranges that are remembered, enough for several dashboards: at most 0.1 MB each. */
const recent = createRecent<Buckets>(50);

function cut({ fromMs, untilMs }: DateRange, interval: Interval, calendar: Calendar): Buckets {
  const edgesMs: number[] = [];
  for (let ms = startOfInterval(fromMs, interval, calendar); ms < untilMs; ms = nextInterval(ms, interval, calendar)) {
    edgesMs.push(ms);
  }
  return {
    edgesMs,
    days: edgesMs.map((ms) => formatDay(ms, interval, calendar.timezone)),
    labels: edgesMs.map((ms) => formatLabel(ms, interval, calendar.timezone)),
  };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// A month is 30 days here, unlike the calendar's.
const STEP_MS: Record<Interval, number> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

/**
 * The `days` of a display without time: steps from the range's start, whatever the buckets. Source:
 * reference/insights.md 7.3.
 */
export function toStepDays({ fromMs, untilMs }: DateRange, interval: Interval, { timezone }: Calendar): string[] {
  const days: string[] = [];
  for (let ms = fromMs; ms < untilMs; ms += STEP_MS[interval]) days.push(formatDay(ms, interval, timezone));
  return days;
}
