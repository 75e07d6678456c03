import { asksAllSegments, countsForEver, isOfPersons, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { EntityKind } from "../../../port/actors.ts";
import type { StickinessActorList, StickinessAnswer, StickinessPlan } from "../plan.ts";
import { runStickinessActors } from "./stickiness-actors.ts";
import { runStickiness } from "./stickiness.ts";

export const stickinessColumns: readonly AnyRunner[] = [
  runner<StickinessPlan>({
    kind: "stickiness",
    about: (plan) => plan,
    run: (execution, plan) => runStickiness(execution, plan),
    sharing: { by: "segments", can: (plan) => isOfPersons(plan) && plan.criterion === undefined },
    keeps: (plan) => isOfPersons(plan) && plan.criterion === undefined && countsForEver(plan),
    slicing: { actors: slicedStickiness, merge: mergeStickiness },
  }),
  listRunner<StickinessActorList>({
    kind: "stickiness-actors",
    about: ({ plan }) => plan,
    run: (execution, plan) => runStickinessActors(execution, plan),
    slicing: { actors: ({ plan }) => slicedStickiness(plan) },
  }),
];

function slicedStickiness(plan: StickinessPlan): EntityKind | null {
  return asksAllSegments(plan) ? null : plan.actors;
}

/** Joins answers about different actors. */
function mergeStickiness(parts: readonly StickinessAnswer[]): StickinessAnswer {
  const [first, ...others] = parts;
  const actors = (first?.actors ?? []).map((count, place) =>
    others.reduce((sum, part) => sum + (part.actors[place] ?? 0), count),
  );
  return { actors };
}
