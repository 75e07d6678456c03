import type { Plan } from "../../port/plan.ts";

/** Asks for the timestamp (epoch ms) of the project's earliest event after `afterMs`; null = none. */
export interface EarliestEventPlan extends Plan<"earliest-event", number | null> {
  projectId: number;
  afterMs: number;
}
