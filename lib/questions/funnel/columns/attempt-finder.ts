import type { UnitSpan } from "../../../engines/columns/order/unit-rows.ts";
import { Attempts } from "./attempts.ts";
import { createBestFinder } from "./best-finder.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { createOrderedFinder } from "./ordered-finder.ts";
import { createStrictFinder } from "./strict-finder.ts";
import { createUnorderedFinder } from "./unordered-finder.ts";

/** Rows of one actor, in order of time, then of arrival; their values are numbers of sets of selections. */
export type StepRows = Pick<UnitSpan, "times" | "values" | "from" | "until">;

/**
 * Finds the attempts of one actor that are not discarded: `starts[s]` = 1 where one may begin with step s (unordered funnels
 * alone look at it).
 */
export type Finder = (rows: StepRows, starts: Uint8Array) => void;

/**
 * Finds the attempts of actors, and drops those that an exclusion discards. Source: `FunnelPlan`.
 * @param onlyBest those that got less far than another of the actor may be left out
 */
export function createAttemptFinder(rules: FunnelRules, onlyBest: boolean) {
  const attempts = new Attempts(rules, onlyBest);
  const find = createFinder(rules, attempts, onlyBest);
  /** Gives the attempts of one actor; the object is the same each time. */
  return (rows: StepRows, starts: Uint8Array): Attempts => {
    attempts.clear();
    find(rows, starts);
    return attempts;
  };
}

function createFinder(rules: FunnelRules, attempts: Attempts, onlyBest: boolean): Finder {
  switch (rules.order) {
    case "ordered":
      return onlyBest && !rules.repeats.includes(1)
        ? createBestFinder(rules, attempts)
        : createOrderedFinder(rules, attempts, onlyBest);
    case "strict":
      return createStrictFinder(rules, attempts, onlyBest);
    case "unordered":
      return createUnorderedFinder(rules, attempts, onlyBest);
  }
}
