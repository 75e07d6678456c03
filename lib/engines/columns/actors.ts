import type { Actors, ActorsPlan, DateRange } from "../../questions/index.ts";
import { runFunnelActors } from "../../questions/funnel/columns/funnel-actors.ts";
import { runLifecycleActors } from "../../questions/lifecycle/columns/lifecycle-actors.ts";
import { runPathActors } from "../../questions/paths/columns/paths.ts";
import type { Question } from "./question.ts";
import { runRetentionActors } from "../../questions/retention/columns/retention-actors.ts";
import { runStickinessActors } from "../../questions/stickiness/columns/stickiness-actors.ts";
import { runTrendActors } from "../../questions/trend/columns/trend-actors.ts";

/** The project of a plan, and the range of its sessions. */
export function aboutOf(plan: ActorsPlan): { projectId: number; sessionRange: DateRange } {
  if (plan.of === "funnel") return plan.funnel;
  return plan.of === "trend" ? plan : plan.plan;
}

/** Finds all actors behind a number. @param createdMs creation times of persons, from the people store */
export function runActors(question: Question, plan: ActorsPlan, createdMs: () => Float64Array): Actors {
  switch (plan.of) {
    case "trend":
      return runTrendActors(question, plan);
    case "lifecycle":
      return runLifecycleActors(question, plan, createdMs());
    case "stickiness":
      return runStickinessActors(question, plan);
    case "retention":
      return runRetentionActors(question, plan);
    case "path":
      return runPathActors(question, plan);
    case "funnel":
      return runFunnelActors(question, plan);
  }
}
