import { createResultCache } from "../../lib/questions/index.ts";
import { toClock } from "../../lib/base/clock.ts";
import type { Engine } from "../../lib/port/engine.ts";
import type { EarliestEventPlan } from "../../lib/questions/shared/earliest-event.ts";
import type { TrendAnswer, TrendPlan } from "../../lib/questions/trend/plan.ts";
import { openEmpty } from "./load-case.ts";

/** An engine that answers `value` for every bucket of a trend and shows the plans that it was asked. */
export function engineOf(value: number, earliestMs: number | null = null) {
  const plans: TrendPlan[] = [];
  const asked: number[] = [];
  const answer = (plan: EarliestEventPlan | TrendPlan): number | null | TrendAnswer => {
    if (plan.kind === "earliest-event") {
      asked.push(plan.afterMs);
      return earliestMs;
    }
    if (plan.kind !== "trend") throw new Error("not asked in these tests");
    plans.push(plan);
    return { series: plan.series.map(() => [{ key: { type: "whole" }, data: plan.edgesMs.map(() => value) }]) };
  };
  const engine: Engine = { ask: async (plan) => answer(plan as unknown as TrendPlan) as never };
  const db = openEmpty();
  return { engine, plans, asked, clock: toClock("2020-01-02T12:00:00.250Z"), db, results: createResultCache(db) };
}
