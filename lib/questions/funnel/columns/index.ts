import { asksAllSegments, isOfPersons, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { FunnelActorList, FunnelPeriodsPlan, FunnelPlan, FunnelTimesPlan, FunnelTracePlan } from "../plan.ts";
import { runFunnelTrace } from "../trace/funnel-trace.ts";
import { runFunnelActors } from "./funnel-actors.ts";
import { runFunnelPeriods } from "./funnel-periods.ts";
import { runFunnelTimes } from "./funnel-times.ts";
import { runFunnel } from "./funnel.ts";
import { mergeActors, mergePeriods } from "./merge-parts.ts";

/** Funnels in their three views, the actors behind them, and the way of one actor. */
export const funnelColumns: readonly AnyRunner[] = [
  runner<FunnelPlan>({
    kind: "funnel",
    about: (plan) => plan,
    run: runFunnel,
    sharing: { by: "actors", can: isOfPersons },
  }),
  runner<FunnelTimesPlan>({
    kind: "funnel-times",
    about: ({ funnel }) => funnel,
    run: runFunnelTimes,
    sharing: { by: "actors", can: ({ funnel }) => isOfPersons(funnel) },
  }),
  runner<FunnelPeriodsPlan>({
    kind: "funnel-periods",
    about: ({ funnel }) => funnel,
    run: runFunnelPeriods,
    sharing: { by: "actors", can: ({ funnel }) => isOfPersons(funnel), merge: mergePeriods },
  }),
  listRunner<FunnelActorList>({
    kind: "funnel-actors",
    about: ({ funnel }) => funnel,
    run: runFunnelActors,
    sharing: {
      by: "actors",
      can: (plan) => isOfPersons(plan.funnel) && !asksAllSegments(plan),
      merge: mergeActors,
    },
  }),
  runner<FunnelTracePlan>({ kind: "funnel-trace", about: ({ funnel }) => funnel, run: runFunnelTrace }),
];
