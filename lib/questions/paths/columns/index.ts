import { asksAllSegments, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { PathActorList, PathsPlan } from "../plan.ts";
import { runPathActors, runPaths } from "./paths.ts";

/** Paths, and the actors behind a point of them. */
export const pathColumns: readonly AnyRunner[] = [
  runner<PathsPlan>({
    kind: "paths",
    about: (plan) => plan,
    run: runPaths,
    sharing: { by: "actors", can: (plan) => plan.funnel === null && !asksAllSegments(plan) },
  }),
  listRunner<PathActorList>({ kind: "path-actors", about: ({ plan }) => plan, run: runPathActors }),
];
