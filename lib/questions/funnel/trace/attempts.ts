import type { FunnelPlan } from "../plan.ts";
import { windowEnd } from "./window-end.ts";

/** An event of an actor, as attempts see it. */
export interface StepRow {
  timestampMs: number;
  /** Steps that the event matches. */
  steps: readonly number[];
  /** Exclusions that the event matches. */
  exclusions: readonly number[];
}

/** One go at the funnel. */
export interface Attempt {
  startMs: number;
  /** Steps reached, from 1. */
  furthest: number;
  /**
   * The time of each step, whether or not it counts as reached; of unordered funnels sorted. Undefined = the step never
   * came.
   */
  timesMs: (number | undefined)[];
  /** Times of the reached steps, ascending: as many as `furthest`. */
  reachedMs: number[];
  /** The time of each reached step, by step; undefined = the step was not reached. */
  takenMs: (number | undefined)[];
}

/** An attempt, and the place and time of the exclusion that discards it. */
export interface JudgedAttempt extends Attempt {
  discarded: { exclusion: number; ms: number } | null;
}

export type AttemptRules = Pick<FunnelPlan, "order" | "steps" | "exclusions" | "window">;

/** All attempts of one actor that no exclusion discards, as `judgeAttempts`. */
export function toAttempts(rules: AttemptRules, rows: readonly StepRow[], starts: readonly number[]): Attempt[] {
  return judgeAttempts(rules, rows, starts).filter(({ discarded }) => discarded === null);
}

/**
 * All attempts of one actor, by the rules that `FunnelPlan` states.
 * @param rows of the actor, in order of time, then of arrival
 * @param starts the steps that an attempt may begin with: [0], in an unordered funnel any
 */
export function judgeAttempts(
  rules: AttemptRules,
  rows: readonly StepRow[],
  starts: readonly number[],
): JudgedAttempt[] {
  const times = rules.steps.map((_, step) => timesOf(rows, (row) => row.steps.includes(step)));
  const excluded = rules.exclusions.map((_, index) => timesOf(rows, (row) => row.exclusions.includes(index)));
  const attempts: JudgedAttempt[] = [];
  for (const start of starts) {
    for (const [place, row] of rows.entries()) {
      if (!row.steps.includes(start)) continue;
      const attempt = toAttempt(rules, { rows, place, times, start });
      attempts.push({ ...attempt, discarded: findExclusion(rules, attempt, excluded) });
    }
  }
  return attempts;
}

function timesOf(rows: readonly StepRow[], isSuch: (row: StepRow) => boolean): number[] {
  return rows.filter(isSuch).map(({ timestampMs }) => timestampMs);
}

interface Opening {
  rows: readonly StepRow[];
  /** Place of its first row. */
  place: number;
  /** Times of the rows of each step. */
  times: readonly number[][];
  start: number;
}

function toAttempt(rules: AttemptRules, opening: Opening): Attempt {
  const startMs = opening.rows[opening.place]?.timestampMs ?? 0;
  switch (rules.order) {
    case "ordered":
      return inOrder(rules, startMs, orderedTimes(rules, startMs, opening));
    case "strict":
      return inOrder(rules, startMs, strictTimes(rules, opening));
    case "unordered":
      return inAnyOrder(rules, opening.start, unorderedTimes(rules, startMs, opening));
  }
}

function orderedTimes({ steps }: AttemptRules, startMs: number, { times }: Opening): (number | undefined)[] {
  const found: (number | undefined)[] = [startMs];
  for (const [step, { isRepeat }] of steps.entries()) {
    const before = found[step - 1];
    if (step > 0) found.push(before === undefined ? undefined : nextTime(times[step] ?? [], before, isRepeat));
  }
  return found;
}

function nextTime(times: readonly number[], ms: number, isRepeat: boolean): number | undefined {
  return isRepeat ? firstAfter(times, ms) : firstFrom(times, ms);
}

function strictTimes({ steps }: AttemptRules, { rows, place }: Opening): (number | undefined)[] {
  return steps.map((_, step) => {
    const row = rows[place + step];
    return row?.steps.includes(step) ? row.timestampMs : undefined;
  });
}

/** The times, going round the steps from the start's. */
function unorderedTimes({ steps }: AttemptRules, startMs: number, { times, start }: Opening): (number | undefined)[] {
  const found: (number | undefined)[] = [startMs];
  for (let index = 1; index < steps.length; index++) {
    const step = (start + index) % steps.length;
    const isRepeat = steps[step]?.isRepeat ?? false;
    const before = isRepeat ? found[index - 1] : startMs;
    found.push(before === undefined ? undefined : nextTime(times[step] ?? [], before, isRepeat));
  }
  return found;
}

function inOrder({ steps, window }: AttemptRules, startMs: number, timesMs: (number | undefined)[]): Attempt {
  const endMs = windowEnd(window, startMs);
  const reachedMs: number[] = [];
  for (const [step, ms] of timesMs.entries()) {
    const before = reachedMs[step - 1];
    if (ms === undefined || ms > endMs || (ms === before && steps[step]?.isRepeat)) break;
    reachedMs.push(ms);
  }
  const takenMs = steps.map((_, step) => reachedMs[step]);
  return { startMs, furthest: reachedMs.length, timesMs, reachedMs, takenMs };
}

/** @param found the times of the steps, from `start` round to the step before it */
function inAnyOrder({ window, steps }: AttemptRules, start: number, found: (number | undefined)[]): Attempt {
  const [startMs = 0] = found;
  const endMs = windowEnd(window, startMs);
  const isReached = (ms: number | undefined) => ms !== undefined && ms > startMs && ms <= endMs;
  const reached = found.map((ms, index) => (index === 0 || isReached(ms) ? ms : undefined));
  const sorted = sortTimes(found);
  const reachedMs = sortTimes(reached);
  return {
    startMs,
    furthest: reachedMs.length,
    timesMs: steps.map((_, index) => sorted[index]),
    reachedMs,
    takenMs: steps.map((_, step) => reached[(step - start + steps.length) % steps.length]),
  };
}

function sortTimes(times: (number | undefined)[]): number[] {
  return times.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
}

/** Sorted times of an unordered funnel end with the latest; its exclusions reach from the first step to the last. */
function findExclusion(
  { exclusions, window }: AttemptRules,
  { startMs, timesMs }: Attempt,
  excluded: readonly number[][],
): JudgedAttempt["discarded"] {
  for (const [exclusion, { fromStep, toStep }] of exclusions.entries()) {
    const fromMs = timesMs[fromStep];
    if (fromMs === undefined) continue;
    const untilMs = Math.min(timesMs[toStep] ?? Infinity, windowEnd(window, startMs));
    const ms = firstFrom(excluded[exclusion] ?? [], fromMs);
    if (ms !== undefined && ms > fromMs && ms < untilMs) return { exclusion, ms };
  }
  return null;
}

/** The attempts that got furthest. */
export function bestOf<One extends Attempt>(attempts: readonly One[]): One[] {
  const furthest = attempts.reduce((most, attempt) => Math.max(most, attempt.furthest), 0);
  return attempts.filter((attempt) => attempt.furthest === furthest);
}

/** The least of the ascending `times` at or after `ms`; undefined = there is none. */
function firstFrom(times: readonly number[], ms: number): number | undefined {
  return times[placeOf(times, (time) => time >= ms)];
}

/** The least of the ascending `times` after `ms`. */
function firstAfter(times: readonly number[], ms: number): number | undefined {
  return times[placeOf(times, (time) => time > ms)];
}

/** The first place at which `isThere` holds, by binary search: it holds from some place on. */
function placeOf(times: readonly number[], isThere: (time: number) => boolean): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isThere(times[middle] ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}
