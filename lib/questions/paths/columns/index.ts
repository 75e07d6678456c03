import { asksAllSegments, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { EntityKind } from "../../../port/actors.ts";
import type { PathActorList, PathsPlan } from "../plan.ts";
import { runPathActors, runPaths } from "./paths.ts";

export const pathColumns: readonly AnyRunner[] = [
  runner<PathsPlan>({
    kind: "paths",
    about: (plan) => plan,
    run: (execution, plan) => runPaths(execution, plan),
    sharing: { by: "actors", can: (plan) => plan.funnel === null && !asksAllSegments(plan) },
    slicing: { actors: slicedPaths },
  }),
  listRunner<PathActorList>({
    kind: "path-actors",
    about: ({ plan }) => plan,
    run: (execution, plan) => runPathActors(execution, plan),
    slicing: { actors: ({ plan }) => slicedPaths(plan) },
  }),
];

/** A funnel's own breakdown would need all rows; it has none here. */
function slicedPaths(plan: PathsPlan): EntityKind | null {
  return asksAllSegments(plan) ? null : { by: "persons" };
}
