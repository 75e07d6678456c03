import { readFile } from "node:fs/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answered, readNumbers, write } from "./support/insight-page.ts";
import { onStage } from "./support/page-stage.ts";

const insights = suite("InsightEditor");

const it = onStage(insights, { now: "2024-05-02T10:00:00Z", demo: { persons: 150, days: 45 } });

/** As the page writes numbers. */
function tell(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

it("counts a trend: another event, a sum, by week, broken down, filtered", async ({ hoglet, page: open }) => {
  const page = await open("/insights");
  await answered(page, () => page.getByRole("link", { name: /^Trends/ }).click());
  await answered(page, () => write(page, "Series A", "order paid"));
  await answered(page, () => page.getByLabel("Math of Series A").selectOption("sum"));
  await answered(page, () => write(page, "Property of the math of Series A", "revenue"));
  await answered(page, () => page.getByLabel("Interval").selectOption("week"));
  await answered(page, () => write(page, "Broken down by", "payment_method"));
  await page.getByRole("button", { name: "+ Filter" }).last().click();
  await page.getByLabel("Property of filter 1").fill("payment_method");
  await page.getByLabel("Operator of filter 1").selectOption("is_not");
  await answered(page, () => write(page, "Value of filter 1", "invoice"));

  const { result } = await hoglet.insights.trend({
    events: [{ id: "order paid", math: "sum", math_property: "revenue" }],
    date_from: "-30d",
    interval: "week",
    breakdown: "payment_method",
    properties: [{ key: "payment_method", operator: "is_not", value: "invoice" }],
  });
  assert.ok(result.length > 1, "several lines");
  const days = result[0]?.days ?? [];
  assert.equal(
    await readNumbers(page),
    days.map((day, place) => [day].concat(result.map(({ data }) => tell(data[place] ?? 0)))),
  );
});

it("shows the values at the pointer, hides and isolates lines, sorts, and saves CSV and a picture", async ({
  hoglet,
  page: open,
}) => {
  const page = await open(
    "/insights/new?insight=TRENDS&date_from=-7d&breakdown=$browser&events=[{%22id%22:%22$pageview%22}]",
  );
  const { result } = await hoglet.insights.trend({
    events: [{ id: "$pageview" }],
    date_from: "-7d",
    breakdown: "$browser",
  });
  const plot = page.locator(".chart-area");
  await plot.waitFor();
  const box = await plot.boundingBox();
  assert.ok(box);
  await plot.hover({ position: { x: 2, y: box.height / 2 } });
  const tooltip = page.locator(".point-card");
  const total = result.reduce((sum, { data }) => sum + (data[0] ?? 0), 0);
  await tooltip.getByRole("row", { name: `Total ${tell(total)}`, includeHidden: true }).waitFor();
  const values = (await tooltip.locator("tr:not(.chart-total) td:nth-child(2)").allInnerTexts()).map(Number);
  assert.equal(
    values,
    values.toSorted((a, b) => b - a),
  );
  // The last day has not ended.
  await plot.hover({ position: { x: box.width - 2, y: box.height / 2 } });
  await tooltip.getByText("so far").waitFor();

  const first = String(result[0]?.breakdown_value);
  const drawn = () => page.locator(".series-legend button[aria-pressed=true]").count();
  assert.is(await drawn(), result.length);
  await page.getByRole("button", { name: first, exact: true }).click();
  assert.is(await drawn(), result.length - 1);
  await page.getByRole("button", { name: `Show only ${first}` }).click();
  assert.is(await drawn(), 1);

  await page.getByRole("button", { name: "Total", exact: true }).click();
  const totals = page.locator(".series-table tbody td:nth-child(2)");
  const shown = (await totals.allInnerTexts()).map(Number);
  assert.equal(
    shown,
    result.map(({ count }) => count).toSorted((a, b) => b - a),
  );
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV", exact: true }).click(),
  ]);
  const lines = (await readFile(await csv.path(), "utf8")).trim().split("\r\n");
  assert.is(lines.length, result.length + 1);
  assert.is(lines[0]?.replace("\uFEFF", ""), ["Series", "Total", "Average", ...(result[0]?.days ?? [])].join(","));
  const [png] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "PNG", exact: true }).click(),
  ]);
  const picture = await readFile(await png.path());
  assert.is(picture.subarray(1, 4).toString(), "PNG");
  assert.ok(picture.readUInt32BE(16) > 1000, "twice as wide as on the page");
});

it("filters by any of several values and by a cohort, and offers what there is", async ({ hoglet, page: open }) => {
  const page = await open("/insights/new");
  await page.getByLabel("Series A", { exact: true }).click();
  await page.getByRole("option", { name: "order paid" }).waitFor();
  await page.getByRole("option", { name: "Action: Read reviews" }).waitFor();
  await page.getByRole("button", { name: "+ Filter" }).last().click();
  await page.getByLabel("Property of filter 1").fill("$browser");
  await page.getByLabel("Value of filter 1").click();
  await page.getByRole("option", { name: "Firefox" }).waitFor();
  await answered(page, () => write(page, "Value of filter 1", "Firefox"));
  await page.getByRole("button", { name: "Another value for filter 1" }).click();
  await answered(page, () => write(page, "Value 2 of filter 1", "Safari"));
  await page.getByRole("button", { name: "+ Filter" }).last().click();
  await answered(page, () => write(page, "Property of filter 2", "Members"));
  await answered(page, () => page.getByLabel("Operator of filter 2").selectOption("not_in"));

  const { result } = await hoglet.insights.trend({
    events: [{ id: "$pageview" }],
    date_from: "-30d",
    properties: [
      { key: "$browser", value: ["Firefox", "Safari"] },
      { key: "id", type: "cohort", operator: "not_in", value: 1 },
    ],
  });
  const [line] = result;
  assert.ok((line?.count ?? 0) > 0);
  assert.equal(
    await readNumbers(page),
    line?.days.map((day, place) => [day, tell(line.data[place] ?? 0)]),
  );
});

it("shows a trend as a number, and over two series a formula", async ({ hoglet, page: open }) => {
  const page = await open("/insights/new");
  await answered(page, () => page.getByLabel("Display").selectOption("BoldNumber"));
  const { result } = await hoglet.insights.trend({
    events: [{ id: "$pageview" }],
    date_from: "-30d",
    display: "BoldNumber",
  });
  await page.getByRole("button", { name: tell(result[0]?.aggregated_value ?? -1), exact: true }).waitFor();

  await answered(page, () => page.getByLabel("Display").selectOption("ActionsLineGraph"));
  await answered(page, () => page.getByRole("button", { name: "+ Series" }).click());
  await answered(page, () => write(page, "Series B", "Action: Spent money"));
  await answered(page, () => write(page, "Formula of the series", "b / a * 100"));
  const formula = await hoglet.insights.trend({
    events: [{ id: "$pageview", order: 0 }],
    actions: [{ id: 1, order: 1 }],
    formula: "B / A * 100",
    date_from: "-30d",
  });
  const [line] = formula.result;
  assert.ok((line?.count ?? 0) > 0);
  assert.equal(
    await readNumbers(page),
    line?.days.map((day, place) => [day, tell(line.data[place] ?? 0)]),
  );
});

it("shows who came back, by day and for the first time", async ({ hoglet, page: open }) => {
  const page = await open("/insights");
  await answered(page, () => page.getByRole("link", { name: "Retention" }).click());
  await answered(page, () => write(page, "Target", "signed up"));
  await answered(page, () => page.getByLabel("Which time counts").selectOption("retention_first_time"));
  await answered(page, () => page.getByLabel("Period").selectOption("Day"));
  await answered(page, () => write(page, "Over", "6"));
  const { result } = await hoglet.insights.retention({
    target_entity: { id: "signed up" },
    returning_entity: { id: "$pageview" },
    retention_type: "retention_first_time",
    period: "Day",
    total_intervals: 6,
  });
  assert.ok(result.some(({ values }) => (values[1]?.count ?? 0) > 0));
  // Each cell shows its share beside its count.
  const counts = (await readNumbers(page)).map(([, ...cells]) => cells.map((cell) => Number.parseInt(cell, 10)));
  const wanted = result.map(({ values }) => values.map(({ count }) => count));
  assert.equal(
    counts.map((row) => row[0]),
    wanted.map((row) => row[0]),
  );
  // The diagonal has not ended, and counts in no mean.
  assert.ok((await page.locator(".retention-cell.running").count()) > 0);
  await page.getByRole("img", { name: "Mean share that came back, in per cent" }).waitFor();
  const shown = await page.locator(".retention-cell .number-link, .retention-cell .nothing").allInnerTexts();
  assert.equal(shown.map(Number), wanted.flat());
});

it("stacks a lifecycle, dormant below zero", async ({ hoglet, page: open }) => {
  const page = await open("/insights");
  await answered(page, () => page.getByRole("link", { name: "Lifecycle" }).click());
  const dates = page.getByRole("button", { name: /^Dates:/ });
  // By the calendar, with the last day first and by keyboard.
  await dates.click();
  await page.getByRole("button", { name: "Tue 30 Apr 2024" }).click();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await answered(page, () => page.keyboard.press("Enter"));
  assert.match(await dates.innerText(), "24 Apr – 30 Apr 2024");
  assert.match(page.url(), /date_from=2024-04-24.*date_to=2024-04-30/);
  await dates.click();
  await answered(page, () => page.getByRole("button", { name: "Last 14 days" }).click());
  await answered(page, () => page.getByLabel("Interval").selectOption("day"));
  const { result } = await hoglet.insights.lifecycle({
    events: [{ id: "$pageview" }],
    date_from: "-14d",
    interval: "day",
  });
  assert.ok(result.some(({ count }) => count < 0));
  assert.equal(
    await readNumbers(page),
    result[0]?.days.map((day, place) => [day].concat(result.map(({ data }) => tell(data[place] ?? 0)))),
  );
});

it("counts persons by their days", async ({ hoglet, page: open }) => {
  const page = await open("/insights");
  await answered(page, () => page.getByRole("link", { name: "Stickiness" }).click());
  await answered(page, () => write(page, "Series A", "product viewed"));
  const { result } = await hoglet.insights.stickiness({ events: [{ id: "product viewed" }], date_from: "-30d" });
  const [line] = result;
  assert.ok((line?.count ?? 0) > 0);
  assert.equal(
    await readNumbers(page),
    line?.labels.map((label, place) => [label, tell(line.data[place] ?? 0)]),
  );
});

it("draws paths from a point on", async ({ hoglet, page: open }) => {
  const page = await open("/insights");
  await answered(page, () => page.getByRole("link", { name: "Paths" }).click());
  await answered(page, () => write(page, "Start point", "https://beanery.example/signup"));
  await answered(page, () => write(page, "Steps", "3"));
  const { result } = await hoglet.insights.paths({
    include_event_types: ["$pageview"],
    path_replacements: true,
    start_point: "https://beanery.example/signup",
    step_limit: 3,
    date_from: "-30d",
  });
  assert.ok(result.length > 1);
  assert.equal(
    (await readNumbers(page)).map(([step, from, to, times]) => [step, from, to, times]),
    result.map(({ source, target, value }) => [source.split("_")[0], bare(source), bare(target), tell(value)]),
  );
  // Links are drawn once the diagram knows how much room it has.
  await page.locator(".path-link").first().waitFor({ state: "attached" });
  assert.is(await page.locator(".path-link").count(), result.length);
});

it("an item of paths has its persons, its ways in and out, and becomes the start", async ({ hoglet, page: open }) => {
  const page = await open("/insights");
  await answered(page, () => page.getByRole("link", { name: "Paths" }).click());
  const { result } = await hoglet.insights.paths({
    include_event_types: ["$pageview"],
    path_replacements: true,
    date_from: "-30d",
  });
  // The most frequent item of the second step, by the answer.
  const came = Map.groupBy(
    result.filter(({ target }) => target.startsWith("2_")),
    ({ target }) => target,
  );
  const total = (key: string) => (came.get(key) ?? []).reduce((sum, { value }) => sum + value, 0);
  const [key = ""] = [...came.keys()].toSorted((a, b) => total(b) - total(a));
  // Its drawn name may be cut; the title is whole.
  const node = page
    .getByRole("button", { name: /, step 2$/ })
    .filter({ has: page.locator("title", { hasText: `${key.slice(2)}: ${tell(total(key))}` }) });
  await node.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("region", { name: `Item ${bare(key)}` });
  await panel.getByRole("heading", { name: key.slice(2) }).waitFor();
  const from = panel.getByRole("region", { name: "From" }).getByRole("listitem");
  assert.is(await from.count(), came.get(key)?.length);

  await panel.getByRole("button", { name: `Persons who came here (${tell(total(key))} times)` }).click();
  const { total_count: persons } = await hoglet.persons.path({
    include_event_types: ["$pageview"],
    path_replacements: true,
    date_from: "-30d",
    path_end_key: key,
    include_total: true,
  });
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${tell(persons ?? 0)} persons$`) })
    .waitFor();
  await page.keyboard.press("Escape");
  await answered(page, () => panel.getByRole("link", { name: "Use as start" }).click());
  assert.is(await page.getByLabel("Start point").inputValue(), key.slice(2));
});

/** As the page writes the items of paths of one site. */
function bare(key: string): string {
  return key.replace(/^\d+_https:\/\/[^/]+/, "") || "/";
}

insights.run();
