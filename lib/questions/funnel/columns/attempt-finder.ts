import { Attempts } from "./attempts.ts";
import { createBestFinder } from "./best-finder.ts";
import type { Finder, StepRows } from "./finder.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { createOrderedFinder } from "./ordered-finder.ts";
import { createStrictFinder } from "./strict-finder.ts";
import { createUnorderedFinder } from "./unordered-finder.ts";

/**
 * Finds the attempts of actors that no exclusion discards. Source: `FunnelPlan`.
 * @param onlyBest attempts that got less far than another of the actor may be left out
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
