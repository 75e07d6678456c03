import type { FunnelPeriodsAnswer, FunnelPeriodsLine, FunnelPeriodsPlan, LineKey } from "../../insights/index.ts";
import { placeOf } from "../each-bucket.ts";
import type { Question } from "../question.ts";
import { unitsOfKind } from "../units.ts";
import { openFunnel } from "./each-outcome.ts";

/** Answers how many started in each period, and how far they got. Source: reference/insights.md 11.9. */
export function runFunnelPeriods(question: Question, plan: FunnelPeriodsPlan): FunnelPeriodsAnswer {
  const { funnel, edgesMs, fromStep, toStep } = plan;
  const { lines, each } = openFunnel(question, funnel, unitsOfKind(funnel.actors, question), { onlyBest: false });
  const found: (FunnelPeriodsLine | undefined)[] = lines.map((key) =>
    funnel.breakdown === null ? toEmpty(key, edgesMs) : undefined,
  );
  const furthest = new Uint8Array(edgesMs.length);
  const touched = new Set<number>();
  each((_, line, attempts) => {
    const own = (found[line] ??= toEmpty(lines[line]!, edgesMs));
    for (let attempt = 0; attempt < attempts.count; attempt++) {
      const period = placeOf(edgesMs, attempts.startsMs[attempt]!);
      touched.add(period);
      furthest[period] = Math.max(furthest[period]!, attempts.furthest[attempt]!);
    }
    for (const period of touched) {
      if (furthest[period]! > fromStep) own.reachedFrom[period]! += 1;
      if (furthest[period]! > toStep) own.reachedTo[period]! += 1;
      furthest[period] = 0;
    }
    touched.clear();
  });
  return { lines: found.filter((line) => line !== undefined) };
}

function toEmpty(key: LineKey, edgesMs: number[]): FunnelPeriodsLine {
  return { key, reachedFrom: edgesMs.map(() => 0), reachedTo: edgesMs.map(() => 0) };
}
