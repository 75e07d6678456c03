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
  /** The same by step; undefined = it was not reached. */
  takenMs: (number | undefined)[];
}

/** An attempt, and the exclusion that discards it (its place) with the time of the excluded event. */
export interface JudgedAttempt extends Attempt {
  discarded: { exclusion: number; ms: number } | null;
}

type Rules = Pick<FunnelPlan, "order" | "steps" | "exclusions" | "window">;
type Times = Attempt["timesMs"];

/** The attempts of one actor that no exclusion discards, as `judgeAttempts`. */
export function toAttempts(rules: Rules, rows: readonly StepRow[], starts: readonly number[]): Attempt[] {
  return judgeAttempts(rules, rows, starts).filter(({ discarded }) => discarded === null);
}

/**
 * All attempts of one actor.
 * @param rows in order of time, then of arrival
 * @param starts the steps that an attempt may begin with
 */
export function judgeAttempts(rules: Rules, rows: readonly StepRow[], starts: readonly number[]): JudgedAttempt[] {
  return starts.flatMap((start) =>
    rows.flatMap((row, place) => {
      if (!row.steps.includes(start)) return [];
      const times = timesFrom(rules, rows, { place, start });
      const hits = rules.exclusions.map((each, index) => hitOf(rules, each, { times, rows, index }));
      const exclusion = hits.findIndex((ms) => ms !== undefined);
      const ms = hits[exclusion];
      return [{ ...toAttempt(rules, times, start), discarded: ms === undefined ? null : { exclusion, ms } }];
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

/** The time of the event that may not happen between two steps, where it ends the attempt. */
function hitOf(
  { order, window }: Rules,
  { fromStep, toStep }: FunnelExclusion,
  { times, rows, index }: { times: Times; rows: readonly StepRow[]; index: number },
): number | undefined {
  const [startMs = NaN] = times;
  const isAnyOrder = order === "unordered";
  const from = isAnyOrder ? startMs : times[fromStep];
  if (order === "strict" || from === undefined) return undefined;
  const last = isAnyOrder ? Math.max(...times.map((ms) => ms ?? Infinity)) : (times[toStep] ?? Infinity);
  const hit = rows.find((row) => row.exclusions.includes(index) && row.timestampMs >= from)?.timestampMs;
  const endMs = Math.min(last, windowEnd(window, startMs));
  return hit !== undefined && hit > from && hit < endMs ? hit : undefined;
}

function toAttempt({ order, steps, window }: Rules, times: Times, start: number): Attempt {
  const [startMs = NaN, ...others] = times;
  const endMs = windowEnd(window, startMs);
  if (order === "unordered") {
    const inTime = times.map((ms, place) =>
      place === 0 || ((ms ?? NaN) > startMs && (ms ?? NaN) <= endMs) ? ms : undefined,
    );
    const ascending = (all: Times) => all.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
    const [known, reachedMs] = [ascending(times), ascending(inTime)];
    const takenMs = steps.map((_, step) => inTime[(step - start + steps.length) % steps.length]);
    return { startMs, furthest: reachedMs.length, timesMs: times.map((_, step) => known[step]), reachedMs, takenMs };
  }
  const stop = others.findIndex((ms, at) => {
    const before = times[at] ?? NaN;
    const isLater = steps[at + 1]?.isRepeat ? (ms ?? NaN) > before : (ms ?? NaN) >= before;
    return !isLater || (ms ?? NaN) > endMs;
  });
  const furthest = stop < 0 ? times.length : stop + 1;
  const reachedMs = times.slice(0, furthest).map((ms) => ms ?? NaN);
  return { startMs, furthest, timesMs: times, reachedMs, takenMs: steps.map((_, step) => reachedMs[step]) };
}

/** The attempts that got furthest. */
export function bestOf(attempts: readonly Attempt[]): Attempt[] {
  const furthest = Math.max(...attempts.map((attempt) => attempt.furthest));
  return attempts.filter((attempt) => attempt.furthest === furthest);
}

/** The attempt that stands for its actor; null = there is none. */
export function bestAttempt<One extends Attempt>(attempts: readonly One[]): One | null {
  return attempts.toSorted((one, other) => (isBetter(one, other) ? -1 : isBetter(other, one) ? 1 : 0))[0] ?? null;
}

/** Further, or as far but begun earlier, or begun at the same time but done earlier. */
export function isBetter(one: Attempt, other: Attempt): boolean {
  if (one.furthest !== other.furthest) return one.furthest > other.furthest;
  if (one.startMs !== other.startMs) return one.startMs < other.startMs;
  return (one.reachedMs.at(-1) ?? 0) < (other.reachedMs.at(-1) ?? 0);
}
