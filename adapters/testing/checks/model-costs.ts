import type { EventRecord } from "../../../lib/index.ts";

const PAID = new Set(["$ai_generation", "$ai_embedding"]);

/** Sentences about calls of language models that are over a budget; empty = no call is. */
export function overBudget(events: readonly EventRecord[], maxCostUsd: number): string[] {
  let totalUsd = 0;
  const unpriced = new Set<string>();
  for (const { event, properties } of events) {
    const cost = properties["$ai_total_cost_usd"];
    if (!PAID.has(event)) continue;
    if (typeof cost === "number") totalUsd += cost;
    else unpriced.add(String(properties["$ai_model"]));
  }
  const faults = [...unpriced].map(
    (model) =>
      `a call of ${model} has no cost: give its prices, by the option aiPrices or in the event ($ai_input_token_price, $ai_output_token_price)`,
  );
  if (totalUsd > maxCostUsd) faults.push(`they cost $${Number(totalUsd.toPrecision(6))}, more than $${maxCostUsd}`);
  return faults;
}
