import { asksAllSegments, countsForEver, isOfPersons, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { EntityKind } from "../../../port/actors.ts";
import type { AppearanceList, RetentionActorList, RetentionPlan } from "../plan.ts";
import { mergeRetention } from "./merge-retention.ts";
import { runAppearances, runRetentionActors } from "./retention-actors.ts";
import { runRetention } from "./retention.ts";

export const retentionColumns: readonly AnyRunner[] = [
  runner<RetentionPlan>({
    kind: "retention",
    about: (plan) => plan,
    run: (execution, plan) => runRetention(execution, plan),
    sharing: {
      by: "segments",
      can: (plan) => isOfPersons(plan) && plan.breakdown === null && plan.returns === undefined,
    },
    keeps: (plan) => isOfPersons(plan) && plan.breakdown === null && plan.returns === undefined && countsForEver(plan),
    slicing: {
      // Sums of fractions depend on the order of all numbers.
      actors: (plan) => ((plan.returns?.sumOf ?? null) === null ? slicedRetention(plan) : null),
      merge: (parts) => mergeRetention(parts),
    },
  }),
  listRunner<RetentionActorList>({
    kind: "retention-actors",
    about: ({ plan }) => plan,
    run: (execution, plan) => runRetentionActors(execution, plan),
    slicing: { actors: ({ plan }) => slicedRetention(plan) },
  }),
  listRunner<AppearanceList>({
    kind: "appearances",
    about: ({ plan }) => plan,
    run: (execution, plan) => runAppearances(execution, plan),
    slicing: { actors: ({ plan }) => slicedRetention(plan) },
  }),
];

function slicedRetention(plan: RetentionPlan): EntityKind | null {
  return asksAllSegments(plan) ? null : plan.actors;
}
