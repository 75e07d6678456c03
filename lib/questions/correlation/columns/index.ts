import { isOfPersons, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { CorrelationPlan } from "../plan.ts";
import { slicedFunnel } from "../../funnel/columns/sliced-funnel.ts";
import { runCorrelation } from "./correlation.ts";

export const correlationColumns: readonly AnyRunner[] = [
  runner<CorrelationPlan>({
    kind: "correlation",
    about: ({ funnel }) => funnel,
    run: (execution, plan) => runCorrelation(execution, plan),
    sharing: {
      by: "actors",
      // Properties are read from the columns of all segments, or depend on the number of all actors.
      can: ({ funnel, what }) => what.by === "events" && isOfPersons(funnel),
    },
    slicing: {
      // An actor lacks a key that only an actor of another slice has.
      actors: ({ funnel, what }) => (what.by === "properties" && what.keys === null ? null : slicedFunnel(funnel)),
    },
  }),
];
