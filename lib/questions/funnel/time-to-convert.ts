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

/** Bins where none are asked for: the cube root of the number of actors, within these. */
const MIN_AUTO = 3;
const MAX_AUTO = 60;

/** A bin of nothing has to have some width. */
const MIN_WIDTH_SECONDS = 60;

/** How many took how long. A breakdown is of no account. Source: reference/insights.md 11.10. */
export async function timeToConvert(ctx: Asks, query: FunnelQuery, plan: FunnelPlan): Promise<TimeToConvertResult> {
  const { funnel_from_step: fromStep, toStep, bin_count: count } = query;
  const funnel = { ...plan, breakdown: null };
  const { seconds } = await ask<FunnelTimesPlan>(ctx, { kind: "funnel-times", funnel, fromStep, toStep });
  return toHistogram(seconds, count);
}

/** @param count of bins, null = as many as fit the sample; one more is returned, which the largest falls into */
export function toHistogram(seconds: Float64Array, count: number | null): TimeToConvertResult {
  if (seconds.length === 0) return { bins: [], average_conversion_time: null };
  const bins = count ?? Math.min(Math.max(Math.ceil(Math.cbrt(seconds.length)), MIN_AUTO), MAX_AUTO);
  const start = Math.floor(seconds.reduce((least, each) => Math.min(least, each)));
  const end = Math.ceil(seconds.reduce((most, each) => Math.max(most, each)));
  const width = Math.ceil((end - start) / bins) || MIN_WIDTH_SECONDS;
  const counts = Array.from({ length: bins + 1 }, () => 0);
  for (const each of seconds) {
    const place = Math.floor((each - start) / width);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const average = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
  return {
    bins: counts.map((size, index) => [start + index * width, size]),
    average_conversion_time: Math.round(average * 100) / 100,
  };
}
