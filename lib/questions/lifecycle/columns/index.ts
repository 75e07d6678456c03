import { asksAllSegments, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { LifecycleActorList, LifecyclePlan } from "../plan.ts";
import { runLifecycleActors } from "./lifecycle-actors.ts";
import { runLifecycle } from "./lifecycle.ts";

/** Lifecycles, and the actors behind their numbers. */
export const lifecycleColumns: readonly AnyRunner[] = [
  runner<LifecyclePlan>({
    kind: "lifecycle",
    about: (plan) => plan,
    run: runLifecycle,
    sharing: { by: "segments", can: (plan) => plan.actors?.by !== "groups" && !asksAllSegments(plan) },
  }),
  listRunner<LifecycleActorList>({ kind: "lifecycle-actors", about: ({ plan }) => plan, run: runLifecycleActors }),
];
