import { asksAllSegments, isOfPersons, listRunner, runner } from "../../../engines/columns/runner.ts";
import { mergeLists } from "../../../engines/columns/entities/merge-lists.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { FunnelActorList, FunnelPeriodsPlan, FunnelPlan, FunnelTimesPlan, FunnelTracePlan } from "../plan.ts";
import { runFunnelTrace } from "../trace/funnel-trace.ts";
import { runFunnelActors } from "./funnel-actors.ts";
import { runFunnelPeriods } from "./funnel-periods.ts";
import { runFunnelTimes } from "./funnel-times.ts";
import { runFunnel } from "./funnel.ts";
import { mergePeriods } from "./merge-parts.ts";
import { slicedFunnel } from "./sliced-funnel.ts";

export { MAX_SELECTIONS, openActorFunnel } from "./actor-funnel.ts";
export type { ActorBlock, ActorFunnel, ActorFunnelPlan } from "./actor-funnel.ts";
export type { TalliedActors } from "./funnel.ts";

export const funnelColumns: readonly AnyRunner[] = [
  runner<FunnelPlan>({
    kind: "funnel",
    about: (plan) => plan,
    run: (execution, plan) => runFunnel(execution, plan),
    sharing: { by: "actors", can: isOfPersons },
    slicing: { actors: slicedFunnel },
  }),
  runner<FunnelTimesPlan>({
    kind: "funnel-times",
    about: ({ funnel }) => funnel,
    run: (execution, plan) => runFunnelTimes(execution, plan),
    sharing: { by: "actors", can: ({ funnel }) => isOfPersons(funnel) },
    slicing: { actors: ({ funnel }) => slicedFunnel(funnel) },
  }),
  runner<FunnelPeriodsPlan>({
    kind: "funnel-periods",
    about: ({ funnel }) => funnel,
    run: (execution, plan) => runFunnelPeriods(execution, plan),
    sharing: { by: "actors", can: ({ funnel }) => isOfPersons(funnel), merge: (parts) => mergePeriods(parts) },
    slicing: { actors: ({ funnel }) => slicedFunnel(funnel), merge: (parts) => mergePeriods(parts) },
  }),
  listRunner<FunnelActorList>({
    kind: "funnel-actors",
    about: ({ funnel }) => funnel,
    run: (execution, plan) => runFunnelActors(execution, plan),
    sharing: {
      by: "actors",
      can: (plan) => isOfPersons(plan.funnel) && !asksAllSegments(plan),
      merge: (parts) => mergeLists(parts),
    },
    // One person may be behind several values.
    slicing: {
      actors: (plan) =>
        asksAllSegments(plan) || plan.funnel.actors.by === "values" ? null : slicedFunnel(plan.funnel),
    },
  }),
  runner<FunnelTracePlan>({
    kind: "funnel-trace",
    about: ({ funnel }) => funnel,
    run: (execution, plan) => runFunnelTrace(execution, plan),
  }),
];
