import type { CorrelationAnswer, CorrelationCount, CorrelationPlan } from "./plan.ts";

/** An item and how it goes together with success. */
export interface Scored extends CorrelationCount {
  /** How much likelier an actor with the item is to succeed; 1 = no difference. */
  oddsRatio: number;
  type: "success" | "failure";
}

/** Added to each count, so that no cell is empty. */
const PRIOR = 1;

/** Items of fewer actors than this part of all, and than this number, are of no significance. */
export const MIN_ITEM_PART = 0.02;
export const MIN_ITEM_ACTORS = 25;

/** The ratio of success to failure, or of failure to success, from which a correlation says little. */
const SKEW = 10;

/** Is one of the two so much more frequent that little can be said? */
export function isSkewed({ success, failure }: Pick<CorrelationAnswer, "success" | "failure">): boolean {
  return success === 0 || failure === 0 || success / failure > SKEW || failure / success > SKEW;
}

/** Keeps the strongest items, in the order that `CorrelationAnswer` states. */
export function strongestItems(
  { success, failure, items }: CorrelationAnswer,
  { limit }: Pick<CorrelationPlan, "limit">,
): CorrelationAnswer {
  if (success === 0 || failure === 0) return { success, failure, items: [] };
  const least = Math.min(MIN_ITEM_ACTORS, MIN_ITEM_PART * (success + failure));
  const scored = scoreItems({ success, failure, items: items.filter((item) => item.success + item.failure >= least) });
  const sorted = scored.toSorted(compareSize);
  const ofType = (type: Scored["type"], compare: (a: Scored, b: Scored) => number) =>
    sorted
      .filter((item) => item.type === type)
      .toSorted(compare)
      .slice(0, limit);
  const kept = [
    ...ofType("success", (a, b) => b.oddsRatio - a.oddsRatio),
    ...ofType("failure", (a, b) => a.oddsRatio - b.oddsRatio),
  ];
  return {
    success,
    failure,
    items: kept.map(({ item, success: own, failure: other }) => ({ item, success: own, failure: other })),
  };
}

/** The odds of each item. Odds of exactly 1 are of failure. Source: reference/insights.md 12. */
export function scoreItems({ success, failure, items }: CorrelationAnswer): Scored[] {
  return items.map((item): Scored => {
    const odds =
      ((item.success + PRIOR) * (failure - item.failure + PRIOR)) /
      ((success - item.success + PRIOR) * (item.failure + PRIOR));
    return Object.assign({ oddsRatio: odds, type: odds > 1 ? ("success" as const) : ("failure" as const) }, item);
  });
}

function compareSize(a: Scored, b: Scored): number {
  const size = b.success + b.failure - (a.success + a.failure);
  return size || (JSON.stringify(a.item) < JSON.stringify(b.item) ? -1 : 1);
}
