import * as v from "valibot";
import { ask } from "../shared/ask.ts";
import type { Asks } from "../shared/answer.ts";
import type { FunnelPlan, FunnelTimesPlan } from "./plan.ts";
import type { FunnelQuery } from "./node.ts";

/** How long it took to get from one step to another. */
export const TimesToConvert = v.object({
  /** Each bin: the second that it starts at, and its number of actors. A bin ends where the next one starts. */
  bins: v.array(v.tuple([v.number(), v.number()])),
  /** Mean seconds, to two decimals; null = nobody converted. */
  average_conversion_time: v.nullable(v.number()),
  /** Seconds; null = nobody converted. */
  median_conversion_time: v.nullable(v.number()),
});
export interface TimesToConvert extends v.InferOutput<typeof TimesToConvert> {}

/** A breakdown is ignored. Source: reference/insights.md 11.10. */
export async function timeToConvert(ctx: Asks, query: FunnelQuery, plan: FunnelPlan): Promise<TimesToConvert> {
  const { fromStep, toStep, bins } = query;
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
