import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { FunnelStepResult, FunnelTrendResult, TimeToConvertResult } from "../../../lib/index.ts";
import { answered, readNumbers, write } from "./support/insight-page.ts";
import { onStage } from "./support/page-stage.ts";

const insights = suite("InsightEditor of funnels");

const it = onStage(insights, { now: "2024-05-02T10:00:00Z", demo: { persons: 150, days: 45 } });

const STEPS = ["product viewed", "added to cart", "checkout started"];

function stepsOf(...ids: string[]) {
  return ids.map((id, order) => ({ id, order }));
}

/** As the page writes numbers. */
function tell(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

it("narrows a funnel: steps by buttons and by dragging, a window, an exclusion", async ({ hoglet, page: open }) => {
  const page = await open("/insights");
  await answered(page, () => page.getByRole("link", { name: /^Funnel/ }).click());
  await answered(page, () => page.getByRole("button", { name: "+ Step" }).click());
  await answered(page, () => write(page, "Step 4", STEPS[0] ?? ""));
  await answered(page, () => write(page, "Step 1", "order paid"));
  await answered(page, () => page.getByRole("button", { name: "Move Step 4 up" }).click());
  // Now: order paid, added to cart, product viewed, checkout started.
  await answered(page, () => page.locator(".grip").nth(0).dragTo(page.locator(".entities > li").nth(3)));
  await answered(page, () => page.getByRole("button", { name: "Move Step 2 up" }).click());
  await answered(page, () => write(page, "Within", "3"));
  await answered(page, () => write(page, "Exclude another event", "payment failed"));

  const { result } = await hoglet.insights.funnel({
    events: stepsOf(...STEPS, "order paid"),
    date_from: "-30d",
    funnel_window_interval: 3,
    exclusions: [{ id: "payment failed", funnel_from_step: 0, funnel_to_step: 3 }],
  });
  const steps = result as FunnelStepResult[];
  assert.ok((steps[3]?.count ?? 0) > 0 && (steps[0]?.count ?? 0) > (steps[3]?.count ?? 0));
  assert.equal(
    (await readNumbers(page)).map(([step, count]) => [step, count]),
    steps.map(({ name, count }, index) => [`${index + 1} ${name}`, tell(count)]),
  );
});

it("shows a funnel by values, over time and by the time it takes", async ({ hoglet, page: open }) => {
  const page = await open("/insights");
  const asked = { events: stepsOf(...STEPS), date_from: "-30d" };
  await answered(page, () => page.getByRole("link", { name: /^Funnel/ }).click());
  await answered(page, () => page.getByLabel("Broken down by").selectOption("event"));
  const broken = await hoglet.insights.funnel({ ...asked, breakdown: "$browser", breakdown_type: "event" });
  const lines = broken.result as unknown as (FunnelStepResult & { breakdown_value: string })[][];
  assert.equal(
    (await readNumbers(page)).map(([step, value, count]) => [step, value, count]).toSorted(),
    lines
      .flatMap((line) =>
        line.map(({ name, order, count, breakdown_value: value }) => [`${order + 1} ${name}`, value, tell(count)]),
      )
      .toSorted(),
  );

  await answered(page, () => page.getByLabel("Broken down by").selectOption("none"));
  await answered(page, () => page.getByLabel("Display").selectOption("trends"));
  const [line] = (await hoglet.insights.funnel({ ...asked, funnel_viz_type: "trends" })).result as FunnelTrendResult[];
  assert.equal(
    await readNumbers(page),
    line?.days.map((day, place) => {
      const [from = 0, to = 0] = [line.reached_from_step_count[place], line.reached_to_step_count[place]];
      return [day, `${tell(line.data[place] ?? 0)} %`, tell(from), tell(to), tell(from - to)];
    }),
  );

  await answered(page, () => page.getByLabel("Display").selectOption("time_to_convert"));
  const times = (await hoglet.insights.funnel({ ...asked, funnel_viz_type: "time_to_convert" }))
    .result as TimeToConvertResult;
  assert.equal(
    (await readNumbers(page)).map(([, count]) => count),
    times.bins.map(([, count]) => tell(count)),
  );
});

it("tells what goes with finishing a funnel", async ({ hoglet, page: open }) => {
  const page = await open("/insights");
  await answered(page, () => page.getByRole("link", { name: /^Correlation/ }).click());
  const { result } = await hoglet.insights.correlation({ events: stepsOf(...STEPS), date_from: "-30d" });
  assert.ok(result.events.length > 2);
  const rows = await page
    .getByRole("region", { name: /^Correlated with/ })
    .locator("tbody tr")
    .allInnerTexts();
  assert.equal(
    rows.map((row) => row.split("\t").slice(0, 3)),
    result.events.map(({ event, success_count: finished, failure_count: dropped }) => [
      event.event,
      tell(finished),
      tell(dropped),
    ]),
  );
});

insights.run();
