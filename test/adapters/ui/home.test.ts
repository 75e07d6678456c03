import type { Page, Request } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

/** Google's bound of a good page is 0.1. */
const MOST_SHIFT = 0.05;
/** The questions of its lists. */
const LISTS = /^TrendsQuery$|\/persons\/$/;

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

/** The path of a request, or the kind of its query. */
function nameOf(request: Request): string {
  const { query } = (request.postDataJSON() ?? {}) as { query?: { kind: string } };
  return query?.kind ?? new URL(request.url()).pathname;
}

/** Opens Home and gives its requests (paths, and kinds of queries) and answers in the order of the browser, up to its whole. */
async function follow(stage: PageStage): Promise<{ asked?: string; answered?: string }[]> {
  const page = await open(await stage.page("/nowhere"));
  const seen: { asked?: string; answered?: string }[] = [];
  page.on("request", (request) => seen.push({ asked: nameOf(request) }));
  page.on("requestfinished", (request) => seen.push({ answered: nameOf(request) }));
  await page.goto(`${stage.url}/ui/#/p/1/`);
  await page.locator("main .web-lists .bar-list").first().waitFor();
  await loaded(page);
  return seen;
}

it("asks for its chart once its three files are there, and waits for no other answer", async (stage) => {
  const seen = await follow(stage);
  const firstAnswer = seen.findIndex(({ answered }) => answered?.startsWith("/ui/") === false);
  const before = seen.slice(0, firstAnswer).flatMap(({ asked }) => asked ?? []);
  assert.equal(
    before.map((path) => path.replace(/-[^-]{8}\./, ".")),
    [
      "/ui/",
      "/ui/style.css",
      "/ui/parts.js",
      "/ui/main.js",
      "/api/projects/1/insights/trend/",
      "WebOverviewQuery",
      "/api/projects/1/event_definitions/",
    ],
  );
});

it("draws its chart without the figures, in the place where it stays", async (stage) => {
  const page = await open(await stage.page("/nowhere"));
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/query/", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${stage.url}/ui/#/p/1/`);
  const chart = page.locator("main .chart-svg");
  await chart.waitFor();
  const { y } = (await chart.boundingBox()) ?? {};
  release();
  await page.locator("main .web-spark").first().waitFor();
  await loaded(page);
  assert.is((await chart.boundingBox())?.y, y);
});

it("asks for its lists together: none waits for the answer to another, or for a process of SQL", async (stage) => {
  const seen = await follow(stage);
  const lists = seen.slice(seen.findIndex(({ answered }) => answered?.endsWith("/event_definitions/")));
  const asked = lists.flatMap(({ asked: name }) => name ?? []).filter((name) => LISTS.test(name));
  // Answered from columns.
  assert.equal(asked, [...Array<string>(5).fill("TrendsQuery"), "/api/projects/1/persons/"]);
  const firstAnswer = lists.findIndex(({ answered }) => answered !== undefined && LISTS.test(answered));
  const lastAsked = lists.findLastIndex(({ asked: name }) => name !== undefined && LISTS.test(name));
  assert.ok(lastAsked < firstAnswer);
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
