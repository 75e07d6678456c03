import type { FunnelExclusion, FunnelPlan } from "../../../../lib/questions/funnel/plan.ts";
import { windowEnd } from "./window-end.ts";

// Written from reference/insights.md 11.2 to 11.5 and PostHog's PR 25890 (an exclusion counts inside the window only), without a
// look at the product's funnels: every attempt looks through all rows again.

/** An event of an actor that the funnel looks at. */
export interface StepRow {
  timestampMs: number;
  /** Steps that it matches. */
  steps: readonly number[];
  /** Exclusions that it matches. */
  exclusions: readonly number[];
}

/** One go at a funnel. */
export interface Attempt {
  startMs: number;
  /** Steps reached, from 1. */
  furthest: number;
  /** The time of each step, whether or not it counts as reached; of unordered funnels sorted. Undefined = it never came. */
  timesMs: (number | undefined)[];
  /** The times of the steps that were reached, ascending. */
  reachedMs: number[];
}

type Rules = Pick<FunnelPlan, "order" | "steps" | "exclusions" | "window">;
type Times = Attempt["timesMs"];

/**
 * The attempts of one actor that no exclusion discards.
 * @param rows in order of time, then of arrival
 * @param starts the steps that an attempt may begin with
 */
export function toAttempts(rules: Rules, rows: readonly StepRow[], starts: readonly number[]): Attempt[] {
  return starts.flatMap((start) =>
    rows.flatMap((row, place) => {
      if (!row.steps.includes(start)) return [];
      const times = timesFrom(rules, rows, { place, start });
      if (rules.exclusions.some((exclusion, index) => isHit(rules, exclusion, { times, rows, index }))) return [];
      return [toAttempt(rules, times)];
    }),
  );
}

/** The time of each step, in the order in which the attempt takes them. */
function timesFrom(
  { order, steps }: Rules,
  rows: readonly StepRow[],
  { place, start }: { place: number; start: number },
): Times {
  const times: Times = [rows[place]?.timestampMs];
  for (let taken = 1; taken < steps.length; taken++) {
    const step = (start + taken) % steps.length;
    const before = times[taken - 1];
    const mustBeLater = steps[step]?.isRepeat === true;
    if (order === "strict") {
      const next = rows[place + taken];
      times.push(next?.steps.includes(step) ? next.timestampMs : undefined);
    } else if (order === "unordered" && !mustBeLater) {
      times.push(firstOf(rows, step, (ms) => ms >= (times[0] ?? NaN)));
    } else {
      times.push(firstOf(rows, step, (ms) => (mustBeLater ? ms > (before ?? NaN) : ms >= (before ?? NaN))));
    }
  }
  return times;
}

function firstOf(rows: readonly StepRow[], step: number, isThen: (ms: number) => boolean): number | undefined {
  return rows.find((row) => row.steps.includes(step) && isThen(row.timestampMs))?.timestampMs;
}

/** Does an event that may not happen between two steps end the attempt? */
function isHit(
  { order, window }: Rules,
  { fromStep, toStep }: FunnelExclusion,
  { times, rows, index }: { times: Times; rows: readonly StepRow[]; index: number },
): boolean {
  const [startMs = NaN] = times;
  const isAnyOrder = order === "unordered";
  const from = isAnyOrder ? startMs : times[fromStep];
  if (order === "strict" || from === undefined) return false;
  const last = isAnyOrder ? Math.max(...times.map((ms) => ms ?? Infinity)) : (times[toStep] ?? Infinity);
  const hit = rows.find((row) => row.exclusions.includes(index) && row.timestampMs >= from)?.timestampMs;
  return hit !== undefined && hit > from && hit < last && hit < windowEnd(window, startMs);
}

function toAttempt({ order, steps, window }: Rules, times: Times): Attempt {
  const [startMs = NaN, ...others] = times;
  const endMs = windowEnd(window, startMs);
  if (order === "unordered") {
    const inTime = others.filter((ms): ms is number => ms !== undefined && ms > startMs && ms <= endMs);
    const known = times.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
    const reachedMs = [startMs, ...inTime.toSorted((a, b) => a - b)];
    return { startMs, furthest: reachedMs.length, timesMs: times.map((_, step) => known[step]), reachedMs };
  }
  const stop = others.findIndex((ms, at) => {
    const before = times[at] ?? NaN;
    const isLater = steps[at + 1]?.isRepeat ? (ms ?? NaN) > before : (ms ?? NaN) >= before;
    return !isLater || (ms ?? NaN) > endMs;
  });
  const furthest = stop < 0 ? times.length : stop + 1;
  return { startMs, furthest, timesMs: times, reachedMs: times.slice(0, furthest).map((ms) => ms ?? NaN) };
}

/** The attempts that got furthest. */
export function bestOf(attempts: readonly Attempt[]): Attempt[] {
  const furthest = Math.max(...attempts.map((attempt) => attempt.furthest));
  return attempts.filter((attempt) => attempt.furthest === furthest);
}

/** The attempt that stands for its actor; null = there is none. */
export function bestAttempt(attempts: readonly Attempt[]): Attempt | null {
  return attempts.toSorted((one, other) => (isBetter(one, other) ? -1 : isBetter(other, one) ? 1 : 0))[0] ?? null;
}

/** Further, or as far but begun earlier, or begun at the same time but done earlier. */
export function isBetter(one: Attempt, other: Attempt): boolean {
  if (one.furthest !== other.furthest) return one.furthest > other.furthest;
  if (one.startMs !== other.startMs) return one.startMs < other.startMs;
  return (one.reachedMs.at(-1) ?? 0) < (other.reachedMs.at(-1) ?? 0);
}
