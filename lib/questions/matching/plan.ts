import type { Matching, MatchingQuery } from "../../log/list/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { Selection } from "../../port/selection.ts";

/** Asks where events are that pass filters. hoglet's own columns answer it alone: another engine knows no places of the log. */
export interface MatchingPlan extends Plan<"matching-events", Matching>, Omit<MatchingQuery, "event" | "filter"> {
  select: Selection;
}
