import type { FunnelPeriodsAnswer, FunnelPeriodsLine } from "../funnel-answer.ts";
import type { FunnelPeriodsPlan } from "../plan.ts";
import type { LineKey } from "../../../port/lines.ts";
import { placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { entityIdsOfKind } from "../../../engines/columns/entities/counted-entities.ts";
import { openFunnel } from "./each-outcome.ts";
import type { OutcomeCount, SeeOutcome } from "./each-outcome.ts";

/** Answers how many started in each period, and how far they got. Source: reference/insights.md 11.9. */
export function runFunnelPeriods(execution: Execution, plan: FunnelPeriodsPlan): FunnelPeriodsAnswer {
  const { funnel } = plan;
  const { lines, each } = openFunnel(execution, funnel, entityIdsOfKind(funnel.actors, execution), { onlyBest: false });
  const count = countPeriods(plan, lines);
  each(count.see);
  return count.answer();
}

/** Counts actors by the periods that they started in. */
export function countPeriods(
  { funnel, edgesMs, fromStep, toStep }: FunnelPeriodsPlan,
  lines: readonly LineKey[],
): OutcomeCount<FunnelPeriodsAnswer> {
  const found: (FunnelPeriodsLine | undefined)[] = lines.map((key) =>
    funnel.breakdown === null ? toEmpty(key, edgesMs) : undefined,
  );
  const furthest = new Uint8Array(edgesMs.length);
  // The periods with an attempt of the current actor.
  const touched = new Int32Array(edgesMs.length);
  const isIn = (ms: number, period: number) =>
    period >= 0 && ms >= edgesMs[period]! && (period + 1 === edgesMs.length || ms < edgesMs[period + 1]!);
  const see: SeeOutcome = (_, line, attempts) => {
    const own = (found[line] ??= toEmpty(lines[line]!, edgesMs));
    let count = 0;
    let period = -1;
    for (let attempt = 0; attempt < attempts.count; attempt++) {
      const startMs = attempts.startsMs[attempt]!;
      // Attempts come in order of time: try the period of the attempt before first.
      if (!isIn(startMs, period)) period = placeOf(edgesMs, startMs);
      if (furthest[period] === 0) touched[count++] = period;
      furthest[period] = Math.max(furthest[period]!, attempts.furthest[attempt]!);
    }
    for (let index = 0; index < count; index++) {
      const place = touched[index]!;
      if (furthest[place]! > fromStep) own.reachedFrom[place]! += 1;
      if (furthest[place]! > toStep) own.reachedTo[place]! += 1;
      furthest[place] = 0;
    }
  };
  return { see, answer: () => ({ lines: found.filter((line) => line !== undefined) }) };
}

function toEmpty(key: LineKey, edgesMs: number[]): FunnelPeriodsLine {
  return { key, reachedFrom: edgesMs.map(() => 0), reachedTo: edgesMs.map(() => 0) };
}
