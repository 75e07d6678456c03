import { suite } from "uvu";
import * as assert from "uvu/assert";
import { aiTrace } from "../../ui/ai-trace.ts";
import { onStage } from "./support/page-stage.ts";

const NOW = "2024-03-07T12:00:00Z";

const tests = suite("the page: AI");
const it = onStage(tests, { now: NOW });

it("says how to send the first trace", async (stage) => {
  const page = await stage.page("/ai");
  await page.getByText("No trace of a language model").waitFor();
  await page.getByText("No call of the last seven days").waitFor();
});

it("lists traces with status and cost, and shows one as a tree with its messages", async (stage) => {
  const { hoglet } = stage;
  await hoglet.capture(aiTrace(hoglet.clock.now()));
  const page = await stage.page("/ai");
  const row = page.getByRole("row", { name: /Support agent/ });
  await row.waitFor();
  const cells = await row.getByRole("cell").allTextContents();
  assert.equal(cells.slice(2, 7), ["1 failed", "gpt-4o", "6.2 s", "2,400 → 160", "$0.0076"]);
  await page.getByRole("img", { name: "Cost by day and model" }).waitFor();
  const costs = await page.locator(".ai-costs li").allTextContents();
  assert.equal(costs.map((text) => text.replace(/ \S+$/, "").trim()).toSorted(), [
    "All",
    "claude-sonnet-4",
    "gpt-4o",
    "gpt-4o-mini",
  ]);

  await row.getByRole("link").click();
  const steps = page.getByRole("list", { name: "Steps of the trace" }).getByRole("button");
  await steps.first().waitFor();
  const names = await page.locator(".ai-step-name").allTextContents();
  assert.equal(names, ["span answer", "generation gpt-4o", "span find_order", "generation gpt-4o failed"]);
  // The step that failed is chosen.
  await page.getByText("429 Too many requests: the limit of tokens per minute is reached (HTTP 429)").waitFor();
  // By keyboard: a step is a button.
  await steps.nth(1).focus();
  await page.keyboard.press("Enter");
  await page.getByText("You help customers of a shop").waitFor();
  await page.getByText("Calls find_order").waitFor();
});

it("keeps its width with names as long as they come", async (stage) => {
  const long = "x".repeat(400);
  const properties = {
    $ai_trace_id: long,
    $ai_span_id: long,
    $ai_span_name: long,
    $ai_model: long,
    $ai_input: [{ role: long, content: long }],
    $ai_output_choices: [
      { role: "assistant", tool_calls: [{ type: "function", function: { name: long, arguments: long } }] },
    ],
    $ai_is_error: true,
    $ai_error: long,
    $ai_total_cost_usd: 1,
  };
  await stage.hoglet.capture({ event: "$ai_generation", distinct_id: long.slice(0, 200), properties });
  for (const width of [1280, 375]) {
    const page = await stage.page("/ai", { width });
    await page.getByRole("link", { name: long }).click();
    await page.getByRole("list", { name: "Steps of the trace" }).waitFor();
    assert.is(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await page.goBack();
    await page.getByRole("link", { name: long }).waitFor();
    assert.is(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
});

it("tells of a trace that does not exist", async (stage) => {
  const page = await stage.page("/ai?trace=gone");
  await page.getByText("No such trace").waitFor();
});

tests.run();
