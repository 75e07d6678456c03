import type { UnitSpan } from "../unit-rows.ts";
import { Attempts } from "./attempts.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { Moments } from "./moments.ts";
import { createOrderedFinder } from "./ordered-finder.ts";
import { createStrictFinder } from "./strict-finder.ts";
import { createUnorderedFinder } from "./unordered-finder.ts";

/** Rows of one actor, in order of time, then of arrival; their values are the bits of selections. */
export type StepRows = Pick<UnitSpan, "times" | "values" | "from" | "until">;

/**
 * Where a finder puts the attempts that it finds. `timesMs[at]` on are the times of all steps; of unordered funnels sorted, of
 * others that of step 0 is not looked at: it is `startMs`.
 */
export type Found = (startMs: number, weight: number, timesMs: Float64Array, at: number) => void;

/** Finds the attempts of one actor: `starts[s]` = 1 where one may begin with step s (unordered funnels alone look at it). */
export type Finder = (rows: StepRows, starts: Uint8Array, found: Found) => void;

/** Finds the attempts of actors, and drops those that an exclusion discards. Source: `FunnelPlan`. */
export function createAttemptFinder(rules: FunnelRules, onlyBest: boolean) {
  const attempts = new Attempts(rules, onlyBest);
  const excluded = rules.exclusions.map(() => new Moments());
  const find = createFinder(rules);
  const count = rules.order === "unordered" ? countInside : countInOrder;

  const found: Found = (startMs, weight, timesMs, at) => {
    const furthest = count(rules, startMs, timesMs, at);
    // Before exclusions are looked at, since most attempts end here. One that is discarded could not make a best either way.
    if (onlyBest && furthest < attempts.best) return;
    if (excluded.length > 0 && isDiscarded(rules, excluded, { startMs, timesMs, at })) return;
    attempts.add(furthest, weight, startMs, timesMs, at);
  };
  /** Gives the attempts of one actor; the object is the same each time. */
  return (rows: StepRows, starts: Uint8Array): Attempts => {
    attempts.clear();
    for (const [index, { bit }] of rules.exclusions.entries()) readMoments(excluded[index]!, rows, bit);
    find(rows, starts, found);
    return attempts;
  };
}

function createFinder(rules: FunnelRules): Finder {
  switch (rules.order) {
    case "ordered":
      return createOrderedFinder(rules);
    case "strict":
      return createStrictFinder(rules);
    case "unordered":
      return createUnorderedFinder(rules);
  }
}

function readMoments(moments: Moments, { times, values, from, until }: StepRows, bit: number): void {
  moments.clear();
  let last = NaN;
  for (let row = until - 1; row >= from; row--) {
    if ((values[row]! & bit) === 0 || times[row] === last) continue;
    last = times[row]!;
    moments.push(last);
  }
}

interface Tried {
  startMs: number;
  timesMs: Float64Array;
  at: number;
}

function isDiscarded(
  { exclusions, endOf }: FunnelRules,
  excluded: Moments[],
  { startMs, timesMs, at }: Tried,
): boolean {
  for (let index = 0; index < exclusions.length; index++) {
    const { fromStep, toStep } = exclusions[index]!;
    const fromMs = fromStep === 0 ? startMs : timesMs[at + fromStep]!;
    if (Number.isNaN(fromMs)) continue;
    const toMs = timesMs[at + toStep]!;
    const untilMs = Number.isNaN(toMs) ? endOf(fromMs) : toMs;
    const ms = excluded[index]!.firstFrom(fromMs);
    if (ms > fromMs && ms < untilMs) return true;
  }
  return false;
}

/** Steps reached one after the other. */
function countInOrder(
  { count, repeats, endOf }: FunnelRules,
  startMs: number,
  timesMs: Float64Array,
  at: number,
): number {
  const endMs = endOf(startMs);
  let beforeMs = startMs;
  let step = 1;
  for (; step < count; step++) {
    const ms = timesMs[at + step]!;
    // NaN fails.
    if (!(ms <= endMs) || (repeats[step] === 1 && ms === beforeMs)) break;
    beforeMs = ms;
  }
  return step;
}

/** Steps reached in whatever order; times are sorted. */
function countInside({ count, endOf }: FunnelRules, startMs: number, timesMs: Float64Array, at: number): number {
  const endMs = endOf(startMs);
  let reached = 1;
  for (let step = 0; step < count; step++) {
    const ms = timesMs[at + step]!;
    if (ms > startMs && ms <= endMs) reached++;
  }
  return reached;
}
