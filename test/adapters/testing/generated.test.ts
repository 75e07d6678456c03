import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet, expectHoglet } from "../../../adapters/testing/index.ts";
import type { TestHoglet } from "../../../adapters/testing/index.ts";

const generated = suite("toHaveGenerated");

/** Two calls of gpt-4o at $2.50 and $10 a million, which cost $0.0035 each, and one of a model without a price. */
async function withCalls(test: (hoglet: TestHoglet) => Promise<void>): Promise<void> {
  await using hoglet = await createTestHoglet();
  const tools = [{ tool_calls: [{ function: { name: "search" } }] }];
  const call = { $ai_model: "gpt-4o", $ai_provider: "openai", $ai_input_tokens: 1000, $ai_output_tokens: 100 };
  await hoglet.capture([
    { event: "$ai_generation", distinct_id: "u1", properties: { ...call, $ai_latency: 1.5 } },
    {
      event: "$ai_generation",
      distinct_id: "u1",
      properties: { ...call, $ai_latency: 0.5, $ai_output_choices: tools },
    },
    { event: "$ai_generation", distinct_id: "u1", properties: { $ai_model: "homemade-9", $ai_input_tokens: 1 } },
  ]);
  await test(hoglet);
}

async function failureOf(run: Promise<void>): Promise<string> {
  return run.then(
    () => "passed",
    (error: Error) => error.message,
  );
}

generated("passes within bounds", () =>
  withCalls(async (hoglet) => {
    const expectation = expectHoglet(hoglet);
    await expectation.toHaveGenerated();
    await expectation.toHaveGenerated({ model: "gpt-4o", maxCostUsd: 0.007, maxLatencyMs: 1500, tools: ["search"] });
    await expectation.not.toHaveGenerated({ model: "gpt-4o", maxCostUsd: 0.0069 });
    await expectation.not.toHaveGenerated({ model: "claude" });
  }),
);

generated("says what a call cost, how long it took, and which tools were called", () =>
  withCalls(async (hoglet) => {
    const expectation = expectHoglet(hoglet);
    const bounds = { model: "gpt-4o", maxCostUsd: 0.005, maxLatencyMs: 1000, tools: ["search", "pay"] };
    const failure = await failureOf(expectation.toHaveGenerated(bounds));
    assert.match(failure, /they cost \$0\.007, more than \$0\.005/);
    assert.match(failure, /one took 1500 ms, more than 1000 ms/);
    assert.match(failure, /pay was not called; called: search/);
    assert.match(await failureOf(expectation.toHaveGenerated({ maxCostUsd: 1 })), /call of homemade-9 has no cost/);
    assert.match(
      await failureOf(expectation.toHaveGenerated({ model: "claude" })),
      /Expected claude to be called\.\nModels that were called: gpt-4o, homemade-9\./,
    );
    assert.match(await failureOf(expectation.not.toHaveGenerated({ model: "gpt-4o" })), /there are 2/);
    assert.match(await failureOf(expectation.toHaveGenerated({ cost: 1 } as never)), /cost/);
  }),
);

generated.run();
