import { bestOf } from "./attempts.ts";
import type { Attempt } from "./attempts.ts";

/** The attempt that stands for its actor; null = there is none. */
export function bestAttempt<One extends Attempt>(attempts: readonly One[]): One | null {
  return bestOf(attempts).reduce<One | null>(
    (best, attempt) => (best === null || isBetter(attempt, best) ? attempt : best),
    null,
  );
}

/** Further, or as far but begun earlier, or begun at the same time but done earlier. */
export function isBetter(one: Attempt, other: Attempt): boolean {
  if (one.furthest !== other.furthest) return one.furthest > other.furthest;
  if (one.startMs !== other.startMs) return one.startMs < other.startMs;
  return (one.reachedMs.at(-1) ?? 0) < (other.reachedMs.at(-1) ?? 0);
}
