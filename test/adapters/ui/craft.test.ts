import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

const craft = suite("small things of the page");
const it = onStage(craft, { now: "2024-05-02T10:00:00Z", demo: { persons: 40, days: 10 } });

it("an address of no view says so", async (stage) => {
  const page = await stage.page("/nonsense");
  await page.getByRole("heading", { name: "No such view" }).waitFor();
});

it("a whole word of SQL has no list that the next Enter would take, and ids are links", async (stage) => {
  const page = await stage.page("/sql");
  await page.getByLabel("SELECT").focus();
  await page.keyboard.type("SELECT person_id, uuid AS uuid FROM events LIMIT 1");
  await page.keyboard.type(" -- wee");
  assert.is(await page.getByRole("listbox").count(), 0);
  await page.keyboard.press("Control+Enter");
  const cells = page.getByRole("region", { name: "Rows" }).locator("tbody a");
  await cells.first().waitFor();
  assert.match((await cells.first().getAttribute("href")) ?? "", /\/persons\/[\da-f-]{36}$/);
  assert.match((await cells.last().getAttribute("href")) ?? "", /\/events\/[\da-f-]{36}$/);
  assert.is(await page.getByRole("button", { name: "Stop" }).count(), 0);
});

it("the next run of deletions has its age, its time and its zone; a receipt says in words what became of the bytes", async (stage) => {
  const [person] = (await stage.hoglet.persons.list({ limit: 1 })).results;
  await stage.hoglet.deletions.request({ kind: "person", key: person?.uuid ?? "" });
  await stage.hoglet.deletions.runNow();
  const page = await stage.page("/deletions");
  await page.getByText(/^Next run: in \d+ (?:h|d), at \d{4}-\d{2}-\d{2} 0\d:00:00 \(UTC\)/).waitFor();
  await page.getByRole("button", { name: /^Receipt/ }).click();
  await page.getByText("kept: the database is in memory, or erasing bytes is switched off").waitFor();
});

it("Delete is not where Save was", async (stage) => {
  const saved = await stage.hoglet.savedInsights.create({ name: "Views", filters: { insight: "TRENDS" } });
  const page = await stage.page(`/insights/${saved.short_id}`);
  await loaded(page);
  const names = await page.locator("main .actions").first().getByRole("button").allInnerTexts();
  assert.ok(names.includes("Delete …") && names.at(-1) !== "Delete …", names.join(", "));
});

it("home shows the app's own events and its newest persons beside page views", async (stage) => {
  const page = await stage.page("/");
  const own = page.getByRole("region", { name: "Top events" });
  await own.getByRole("button", { name: /^order paid/ }).waitFor();
  assert.is(await own.getByRole("button", { name: "$pageview" }).count(), 0);
  await page.getByRole("table", { name: "Newest persons" }).getByRole("link").first().waitFor();
});

it("a query that is saved keeps its answer and is not asked again; a statement's own LIMIT cuts nothing", async (stage) => {
  const page = await stage.page("/sql");
  await page.getByLabel("SELECT").focus();
  await page.keyboard.type("SELECT event FROM events LIMIT 5");
  await page.keyboard.press("Control+Enter");
  await page.getByText("5 rows.", { exact: true }).waitFor();
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().includes("/query/"))));
  await page.getByRole("button", { name: "Save …" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Five");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Five", level: 1 }).waitFor();
  await page.getByText("5 rows.", { exact: true }).waitFor();
  assert.is(asked, 0);
});

it("the log of a failing plugin says what became of the event, with a link, and the list tells the failure by itself", async (stage) => {
  const plugin = await stage.hoglet.plugins.install({
    files: {
      "plugin.json": JSON.stringify({ name: "Redactor", main: "index.js" }),
      "index.js": "export function processEvent() { throw new Error('boom') }",
    },
  });
  await stage.hoglet.pluginConfigs.create({ plugin: plugin.id, enabled: true, order: 1 });
  const page = await stage.page("/plugins");
  await page.getByRole("button", { name: "Log of Redactor" }).waitFor();
  await stage.hoglet.capture({ event: "signed", distinct_id: "u1" });
  await page.getByText(/^0\.0 % of its runs went well/).waitFor();
  await page.getByRole("button", { name: "Log of Redactor" }).click();
  const line = page.getByRole("log").locator("li").filter({ hasText: "went on as it had come to this plugin" });
  assert.match(await line.innerText(), /\d\d:\d\d:\d\d\.\d{3}/);
  await line.getByRole("link").click();
  await page.getByRole("heading", { name: "signed" }).first().waitFor();
});

it("the name of an event is the strongest text of its row", async (stage) => {
  const page = await stage.page("/events");
  await page.locator(".live-row").first().waitFor();
  const [time, name] = await page
    .locator(".live-row")
    .first()
    .locator("td button:first-child, td time")
    .evaluateAll((all) =>
      all.slice(0, 2).map((each) => [getComputedStyle(each).fontWeight, getComputedStyle(each).color]),
    );
  assert.is(name?.[0], "600");
  assert.is(name?.[1], await page.evaluate("getComputedStyle(document.body).color"), "the name has the colour of text");
  assert.is.not(time?.[1], name?.[1]);
});

/** Sums up how far the parts of a view jump, as browsers measure it: below 0.1 is good, and 0.05 is our limit. */
const MEASURE = `window.shift = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
}).observe({ type: "layout-shift", buffered: true });`;

/** The last part of a view to come: a view whose requests have not begun counts as loaded. */
const LAST: [view: string, part: string][] = [
  ["/", ".chart-svg"],
  ["/events", ".live-row"],
  ["/events/live", ".live-bar:has(.on) + .live-list .live-row"],
];

for (const [view, part] of LAST)
  it(`the parts of ${view} stay where they are when answers come`, async (stage) => {
    const page = await stage.page("/deletions");
    await page.addInitScript(MEASURE);
    await page.goto(page.url().replace("/deletions", view));
    await page.reload();
    await page.locator(part).first().waitFor();
    await loaded(page);
    // Effects draw again some frames later, and a shift is measured with the frame after it.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    });
    const shift = Number(await page.evaluate("window.shift"));
    assert.ok(shift < 0.05, `${view}: ${shift}`);
  });

craft.run();
