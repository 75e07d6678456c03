import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { FunnelStepResult, FunnelTrendResult, TimeToConvertResult } from "../../../lib/index.ts";
import { answered, readNumbers, write } from "./support/insight-page.ts";
import { onStage } from "./support/page-stage.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

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
  const moveUp = async (step: number) => {
    await page.getByRole("button", { name: `More of Step ${step}` }).click();
    await answered(page, () => page.getByRole("button", { name: `Move Step ${step} up` }).click());
  };
  await moveUp(4);
  // Now: order paid, added to cart, product viewed, checkout started.
  await answered(page, () => page.locator(".grip").nth(0).dragTo(page.locator(".entities > li").nth(3)));
  await moveUp(2);
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
  await answered(page, () => write(page, "Broken down by", "$browser"));
  const broken = await hoglet.insights.funnel({ ...asked, breakdown: "$browser", breakdown_type: "event" });
  const lines = broken.result as unknown as (FunnelStepResult & { breakdown_value: string })[][];
  const [all, ...values] = await readNumbers(page);
  assert.equal(
    values.map((row) => [row[0], row[2], row[3], row[4]]).toSorted(),
    lines.map((line) => [line[0]?.breakdown_value, ...line.map(({ count }) => tell(count))]).toSorted(),
  );
  const sums = [0, 1, 2].map((order) => lines.reduce((sum, line) => sum + (line[order]?.count ?? 0), 0));
  assert.equal(all?.slice(2, 5), sums.map(tell));
  assert.is(all?.[1], `${(((sums[2] ?? 0) / (sums[0] ?? 1)) * 100).toFixed(1)} %`);
  // The headline stays, and each step has its numbers.
  await page
    .locator(".funnel-total b")
    .getByText(all?.[1] ?? "", { exact: true })
    .waitFor();
  assert.equal(await page.locator(".funnel-numbers b").allInnerTexts(), sums.map(tell));

  await answered(page, () => write(page, "Broken down by", ""));
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

it("has the rate, the numbers of each step and the share of each bar on a small tile with a breakdown", async (stage) => {
  const { hoglet } = stage;
  const asked = {
    events: stepsOf(...STEPS),
    date_from: "-30d",
    breakdown: "$browser",
    breakdown_type: "event",
  } as const;
  const { id: insight } = await hoglet.savedInsights.create({
    name: "Small",
    filters: { insight: "FUNNELS", ...asked },
  });
  const tiles = [3, 3, 3, 3].map((width) => ({ insight, width }));
  const { id } = await hoglet.dashboards.create({ name: "Board", tiles });
  const page = await stage.page(`/dashboards/${id}`);
  const tile = page.locator(".tile").first();
  await tile.locator(".funnel-total").waitFor();
  const lines = (await hoglet.insights.funnel(asked)).result as unknown as FunnelStepResult[][];
  const sums = STEPS.map((_, order) => lines.reduce((sum, line) => sum + (line[order]?.count ?? 0), 0));
  const rate = `${(((sums.at(-1) ?? 0) / (sums[0] ?? 1)) * 100).toFixed(1)} %`;
  assert.is(await tile.locator(".funnel-total b").innerText(), rate);
  assert.equal(await tile.locator(".funnel-numbers b").allInnerTexts(), sums.map(tell));
  const shares = await tile.locator(".funnel-column").evaluateAll((columns) =>
    columns.map((column) => {
      const share = column.querySelector(".funnel-share");
      return share !== null && getComputedStyle(share, "::before").content;
    }),
  );
  assert.is(shares.length, lines.length * STEPS.length);
  assert.ok(
    shares.every((share) => /^"\d+ %"$/.test(String(share))),
    shares.join(", "),
  );
  // A funnel that is wider than its tile scrolls; nothing is cut below.
  const seen = await tile.evaluate((whole) => {
    const { top, bottom } = whole.getBoundingClientRect();
    return [...whole.querySelectorAll(".funnel-total, .funnel-numbers, .funnel-share")].every((part) => {
      const box = part.getBoundingClientRect();
      return box.height > 0 && box.top >= top && box.bottom <= bottom;
    });
  });
  assert.ok(seen, "all numbers are within the tile");
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

it("keeps the colour of a bar under the mouse, and tells its numbers beside it", async ({ page: open }) => {
  const page = await open(
    `/insights/new?insight=FUNNELS&date_from=-30d&events=${encodeURIComponent(JSON.stringify(stepsOf(...STEPS)))}`,
  );
  const column = page.locator(".funnel-column").nth(1);
  const paint = () => column.locator(".reached").evaluate((bar) => getComputedStyle(bar).backgroundColor);
  const before = await paint();
  const box = await column.boundingBox();
  assert.ok(box);
  await column.hover({ position: { x: 10, y: box.height - 5 } });
  assert.is(await paint(), before);
  assert.is(await column.evaluate((button) => getComputedStyle(button).backgroundColor), "rgba(0, 0, 0, 0)");
  const card = page.locator(".point-card");
  await card.getByText("Dropped off before").waitFor();
  const at = await card.boundingBox();
  assert.ok(at && at.x >= 0 && at.x + at.width <= 1280 && (at.x >= box.x + box.width || at.x + at.width <= box.x));
  // A press goes to the persons of the part that it meets.
  await column.click({ position: { x: 10, y: 5 } });
  await page.getByRole("dialog", { name: "Dropped off before added to cart" }).waitFor();
});

it("has columns that a finger meets, on a phone too", async ({ page: open }) => {
  const events = encodeURIComponent(JSON.stringify(stepsOf(...STEPS)));
  const question = `/insights/new?insight=FUNNELS&date_from=-30d&breakdown=$browser&breakdown_type=event&events=${events}`;
  const page = await open(question, { width: 375 });
  await page.locator(".funnel-column").first().waitFor();
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return (await axe.run({ runOnly: ["target-size", "label-content-name-mismatch"] })).violations;
  });
  assert.equal(
    found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    [],
  );
});

insights.run();
