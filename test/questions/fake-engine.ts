import { toClock } from "../../lib/base/clock.ts";
import type { Engine, TrendPlan } from "../../lib/questions/index.ts";
import { openEmpty } from "./load-case.ts";

/** An engine that answers `value` for every bucket of a trend and shows what it was asked. */
export function engineOf(value: number, earliestMs: number | null = null) {
  const plans: TrendPlan[] = [];
  const asked: number[] = [];
  const engine: Engine = {
    earliestEvent: async (_, afterMs) => {
      asked.push(afterMs);
      return earliestMs;
    },
    trend: async (plan) => {
      plans.push(plan);
      return { series: plan.series.map(() => [{ key: { type: "whole" }, data: plan.edgesMs.map(() => value) }]) };
    },
    eventNames: nothing,
    propertyKeys: nothing,
    eventValues: nothing,
    distinctNumbers: nothing,
    lifecycle: nothing,
    stickiness: nothing,
    retention: nothing,
    paths: nothing,
    actors: nothing,
    appearances: nothing,
    funnel: nothing,
    funnelTimes: nothing,
    funnelPeriods: nothing,
    funnelTrace: nothing,
    correlation: nothing,
  };
  return { engine, plans, asked, clock: toClock("2020-01-02T12:00:00.250Z"), db: openEmpty() };
}

async function nothing(): Promise<never> {
  throw new Error("not asked in these tests");
}
