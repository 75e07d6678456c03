import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

/** Google's bound of a good page is 0.1. */
const MOST_SHIFT = 0.05;
/** Paths of its questions. */
const QUESTION = /\/(?:query|insights\/trend|persons)\/(?:\?|$)/;

const home = suite("the home of a site");
const it = onStage(home, { demo: { persons: 60, days: 20 } });

/** Sums up the shifts of the layout that no press has caused, from the first drawing on. */
function watchShifts(): void {
  const page = window as unknown as { shift: number };
  page.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) page.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

async function open(page: Page): Promise<Page> {
  // The stage's own page was loaded before it could be watched.
  const watched = await page.context().newPage();
  await watched.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await watched.addInitScript({ content: `(${watchShifts.toString()})()` });
  return watched;
}

for (const width of [1280, 375]) {
  it(`moves nothing when its answers come, ${width} pixels wide`, async (stage) => {
    const page = await open(await stage.page("/nowhere", { width }));
    await page.goto(`${stage.url}/ui/#/p/1/`);
    await page.locator("main .web-lists .bar-list").first().waitFor();
    await loaded(page);
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    assert.ok(shift < MOST_SHIFT, `${shift}`);
  });
}

it("asks its questions together: none waits for the answer to another, or for a process of SQL", async (stage) => {
  const page = await open(await stage.page("/nowhere"));
  const events: string[] = [];
  const kinds = new Set<string>();
  page.on("request", (request) => {
    const { query } = (request.postDataJSON() ?? {}) as { query?: { kind: string } };
    if (query !== undefined) kinds.add(query.kind);
  });
  page.on("request", (request) => QUESTION.test(request.url()) && events.push("asked"));
  page.on("requestfinished", (request) => QUESTION.test(request.url()) && events.push("answered"));
  await page.goto(`${stage.url}/ui/#/p/1/`);
  await page.locator("main .web-lists .bar-list").first().waitFor();
  await loaded(page);
  assert.is(events.indexOf("answered"), events.filter((each) => each === "asked").length);
  assert.ok(events.includes("asked"));
  // Both are answered from columns.
  assert.equal([...kinds].toSorted(), ["TrendsQuery", "WebOverviewQuery"]);
});

/** The tabs of its lists, and the table of web analytics that SQL answers from the events themselves. */
const TABLES: Record<string, string> = {
  "Top pages": "Page",
  "Entry pages": "InitialPage",
  Sources: "InitialReferringDomain",
  Campaigns: "InitialUTMCampaign",
  Devices: "DeviceType",
  Browsers: "Browser",
};

it("lists the visitors that web analytics counts by SQL", async (stage) => {
  const page = await stage.page("/");
  for (const [tab, breakdownBy] of Object.entries(TABLES)) {
    await page.locator(".web-tabs").getByRole("button", { name: tab, exact: true }).click();
    await loaded(page);
    const list = page.locator("section", { has: page.getByRole("button", { name: tab, exact: true }) });
    const { results } = await stage.hoglet.ask({
      kind: "WebStatsTableQuery",
      breakdownBy: breakdownBy as "Page",
      properties: [],
      dateRange: { date_from: "-30d" },
      limit: 8,
    });
    // Equal numbers may stand in any order.
    const counts = (results as [string | null, [number]][]).map(([, [visitors]]) => visitors);
    assert.equal((await list.locator(".bar-value").allInnerTexts()).map(Number), counts, tab);
    const first = (results as [string | null][])[0]?.[0];
    if (first !== null && first !== "$direct") assert.is(await list.locator(".bar-name").first().innerText(), first);
  }
});

home.run();
