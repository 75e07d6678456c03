import { ask } from "../shared/ask.ts";
import type { Asks } from "../shared/answer.ts";
import type { FunnelPlan, FunnelTimesPlan } from "./plan.ts";
import type { FunnelQuery } from "./question.ts";

/** How long it took to get from one step to another. */
export interface TimeToConvertResult {
  /** Each with the seconds that it starts at and how many took that long; as wide as the next one's start says. */
  bins: [number, number][];
  /** Mean seconds, to two decimals; null = nobody converted. */
  average_conversion_time: number | null;
}

/** The same, as queries show it. */
export interface TimesToConvert extends TimeToConvertResult {
  /** Seconds; null = nobody converted. */
  median_conversion_time: number | null;
}

/** How many took how long. A breakdown is of no account. Source: reference/insights.md 11.10. */
export async function timeToConvert(ctx: Asks, query: FunnelQuery, plan: FunnelPlan): Promise<TimesToConvert> {
  const { funnel_from_step: fromStep, toStep, bin_count: bins } = query;
  const funnel = { ...plan, breakdown: null };
  const { averageSeconds, medianSeconds, startSeconds, widthSeconds, counts } = await ask<FunnelTimesPlan>(ctx, {
    kind: "funnel-times",
    funnel,
    fromStep,
    toStep,
    bins,
  });
  return {
    bins: counts.map((size, index) => [startSeconds + index * widthSeconds, size]),
    average_conversion_time: toHundredths(averageSeconds),
    median_conversion_time: toHundredths(medianSeconds),
  };
}

function toHundredths(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 100) / 100;
}
