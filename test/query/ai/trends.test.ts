import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { CapturedEvent, Hoglet } from "../../../lib/index.ts";

// Costs, tokens, latency and errors over time are usual trends over what is derived when a generation comes in.

type Call = [user: string, model: string, seconds: number, tokens: number, feature: string, fails?: boolean];

const CALLS: Call[] = [
  ["u1", "gpt-4o", 1, 1000, "chat"],
  ["u1", "gpt-4o", 3, 2000, "chat"],
  ["u2", "gpt-4o", 2, 1000, "search", true],
  ["u2", "gpt-4o-mini", 9, 10_000, "search"],
];

function generation([user, model, seconds, tokens, feature, fails = false]: Call, index: number): CapturedEvent {
  return {
    event: "$ai_generation",
    distinct_id: user,
    timestamp: `2026-03-04T10:0${index}:00Z`,
    properties: {
      $ai_trace_id: `t${index}`,
      $ai_model: model,
      $ai_provider: "openai",
      $ai_input_tokens: tokens,
      $ai_output_tokens: 0,
      $ai_latency: seconds,
      feature,
      ...(fails && { $ai_is_error: true, $ai_error: "429 Too many requests" }),
    },
  };
}

async function open(): Promise<Hoglet> {
  const aiPrices = { "gpt-4o": { input: 2, output: 10 }, "gpt-4o-mini": { input: 0.1, output: 0.5 } };
  const hoglet = await createHoglet({ now: "2026-03-04T12:00:00Z", aiPrices });
  await hoglet.capture(CALLS.map(generation));
  return hoglet;
}

/** The total of each value of a breakdown. */
async function totals(hoglet: Hoglet, breakdown: string, series: object): Promise<Record<string, number>> {
  const { results } = await hoglet.ask({
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: "$ai_generation", ...series }],
    breakdownFilter: { breakdown, breakdown_type: "event" },
    dateRange: { date_from: "2026-03-04" },
    trendsFilter: { display: "ActionsBarValue" },
  });
  return Object.fromEntries(results.map((line) => [String(line.breakdown_value), Number(line.aggregated_value)]));
}

function math(name: string, of: string) {
  return { math: name, math_property: of };
}

const trends = suite("trends of language models");

trends("cost by model, tokens and latency by feature, errors by model, calls by user", async () => {
  await using hoglet = await open();
  // 4,000 tokens at 2 dollars a million, and 10,000 at a tenth.
  assert.equal(await totals(hoglet, "$ai_model", math("sum", "$ai_total_cost_usd")), {
    "gpt-4o": 0.008,
    "gpt-4o-mini": 0.001,
  });
  assert.equal(await totals(hoglet, "feature", math("sum", "$ai_input_tokens")), { search: 11_000, chat: 3000 });
  assert.equal(await totals(hoglet, "feature", math("median", "$ai_latency")), { search: 5.5, chat: 2 });
  assert.equal(await totals(hoglet, "$ai_model", math("max", "$ai_latency")), { "gpt-4o-mini": 9, "gpt-4o": 3 });
  const failed = { properties: [{ type: "event", key: "$ai_is_error", operator: "exact", value: ["true"] }] };
  assert.equal(await totals(hoglet, "$ai_model", failed), { "gpt-4o": 1 });
  const users = await hoglet.ask({
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: "$ai_generation", math: "dau" }],
    dateRange: { date_from: "2026-03-04" },
    trendsFilter: { display: "BoldNumber" },
  });
  assert.is(users.results[0]?.aggregated_value, 2);
});

trends.run();
