import type { CorrelationAnswer, CorrelationCount } from "./plan.ts";

/** An item and how it goes together with success. */
export interface Scored extends CorrelationCount {
  /** How much likelier those are to succeed who have it; 1 = no difference. */
  oddsRatio: number;
  type: "success" | "failure";
}

/** Counted before anything is seen, so that no cell is empty. */
const PRIOR = 1;

/** Items of fewer actors than this part of all, or than this number, are of no significance. */
const MIN_PART = 0.02;
const MIN_COUNT = 25;

/** Shown of either type. */
const SHOWN = 10;

/** The ratio of success to failure, or of failure to success, from which a correlation says little. */
const SKEW = 10;

/** Is one of the two so much more frequent that little can be said? */
export function isSkewed({ success, failure }: Pick<CorrelationAnswer, "success" | "failure">): boolean {
  return success === 0 || failure === 0 || success / failure > SKEW || failure / success > SKEW;
}

/**
 * The items that say most: up to ten that go with success, the strongest first, then up to ten that go with failure.
 * Odds of exactly 1 are of failure; equal ones come by count, then by text. Source: reference/insights.md 12.
 */
export function scoreItems({ success, failure, items }: CorrelationAnswer): Scored[] {
  if (success === 0 || failure === 0) return [];
  const least = Math.min(MIN_COUNT, MIN_PART * (success + failure));
  const scored = items
    .filter((item) => item.success + item.failure >= least)
    .map((item): Scored => {
      const odds =
        ((item.success + PRIOR) * (failure - item.failure + PRIOR)) /
        ((success - item.success + PRIOR) * (item.failure + PRIOR));
      return Object.assign({ oddsRatio: odds, type: odds > 1 ? ("success" as const) : ("failure" as const) }, item);
    });
  const sorted = scored.toSorted(compareSize);
  return [
    ...sorted
      .filter(({ type }) => type === "success")
      .toSorted((a, b) => b.oddsRatio - a.oddsRatio)
      .slice(0, SHOWN),
    ...sorted
      .filter(({ type }) => type === "failure")
      .toSorted((a, b) => a.oddsRatio - b.oddsRatio)
      .slice(0, SHOWN),
  ];
}

function compareSize(a: Scored, b: Scored): number {
  const size = b.success + b.failure - (a.success + a.failure);
  return size || (JSON.stringify(a.item) < JSON.stringify(b.item) ? -1 : 1);
}
