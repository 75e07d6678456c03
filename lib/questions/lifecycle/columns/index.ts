import { asksAllSegments, countsForEver, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { EntityKind } from "../../../port/actors.ts";
import type { LifecycleActorList, LifecycleAnswer, LifecyclePlan, LifecycleStatus } from "../plan.ts";
import { runLifecycleActors } from "./lifecycle-actors.ts";
import { runLifecycle } from "./lifecycle.ts";

export const lifecycleColumns: readonly AnyRunner[] = [
  runner<LifecyclePlan>({
    kind: "lifecycle",
    about: (plan) => plan,
    run: (execution, plan) => runLifecycle(execution, plan),
    sharing: { by: "segments", can: (plan) => plan.actors?.by !== "groups" && !asksAllSegments(plan) },
    keeps: (plan) => plan.actors?.by !== "groups" && countsForEver(plan),
    slicing: { actors: slicedLifecycle, merge: mergeLifecycle },
  }),
  listRunner<LifecycleActorList>({
    kind: "lifecycle-actors",
    about: ({ plan }) => plan,
    run: (execution, plan) => runLifecycleActors(execution, plan),
    slicing: { actors: ({ plan }) => slicedLifecycle(plan) },
  }),
];

function slicedLifecycle(plan: LifecyclePlan): EntityKind | null {
  return asksAllSegments(plan) ? null : (plan.actors ?? { by: "persons" });
}

/** Joins answers about different actors. */
function mergeLifecycle(parts: readonly LifecycleAnswer[]): LifecycleAnswer {
  const add = (status: LifecycleStatus) =>
    (parts[0]?.[status] ?? []).map((_, period) => parts.reduce((sum, part) => sum + (part[status][period] ?? 0), 0));
  return { new: add("new"), returning: add("returning"), resurrecting: add("resurrecting"), dormant: add("dormant") };
}
