import type { Matching, MatchingQuery } from "../../log/list/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { Selection } from "../../port/selection.ts";

/**
 * Asks where the events that pass filters are. Only hoglet's own columns answer it: another engine knows no places in
 * the log.
 */
export interface MatchingPlan extends Plan<"matching-events", Matching>, Omit<MatchingQuery, "event" | "filter"> {
  select: Selection;
}
