import type { FunnelPeriodsAnswer, FunnelPeriodsLine } from "../../../../lib/questions/funnel/funnel-answer.ts";
import type { FunnelPeriodsPlan } from "../../../../lib/questions/funnel/plan.ts";
import type { LineKey } from "../../../../lib/port/lines.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { bucketOf } from "../bucket-of.ts";
import type { Attempt } from "./attempts.ts";
import { readOutcomes } from "./read-outcomes.ts";

/** Answers how many started in each period, and how far they got. Source: reference/insights.md 11.9. */
export function funnelPeriods(db: Db, plan: FunnelPeriodsPlan): FunnelPeriodsAnswer {
  const { funnel, edgesMs, fromStep, toStep } = plan;
  const lines = new Map<string, FunnelPeriodsLine>();
  const zeros = () => edgesMs.map(() => 0);
  const lineOf = (key: LineKey) => {
    const name = JSON.stringify(key);
    const line = lines.get(name) ?? { key, reachedFrom: zeros(), reachedTo: zeros() };
    lines.set(name, line);
    return line;
  };
  if (funnel.breakdown === null) lineOf({ type: "whole" });
  for (const { key, attempts } of readOutcomes(db, funnel)) {
    const line = lineOf(key);
    for (const [period, furthest] of furthestByPeriod(edgesMs, attempts)) {
      if (furthest > fromStep) line.reachedFrom[period] = (line.reachedFrom[period] ?? 0) + 1;
      if (furthest > toStep) line.reachedTo[period] = (line.reachedTo[period] ?? 0) + 1;
    }
  }
  return { lines: [...lines.values()] };
}

function furthestByPeriod(edgesMs: number[], attempts: readonly Attempt[]): Map<number, number> {
  const furthest = new Map<number, number>();
  for (const attempt of attempts) {
    const period = bucketOf(edgesMs, attempt.startMs);
    furthest.set(period, Math.max(furthest.get(period) ?? 0, attempt.furthest));
  }
  return furthest;
}
