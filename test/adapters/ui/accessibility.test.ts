import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { aiTrace } from "../../ui/ai-trace.ts";
import { KINDS, toDefault } from "../../../adapters/ui/page/views/insights/kinds.ts";
import type { Kind } from "../../../adapters/ui/page/views/insights/kinds.ts";
import { toAddress } from "../../../adapters/ui/insight-address.ts";
import { isAll, oneIn } from "../../support/rounds.ts";
import { showView } from "./support/loaded.ts";
import { openPageStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Events of the shop's people, the most frequent first, as the page lists them. */
const NAMES = ["$pageview", "product viewed", "added to cart", "order completed"];

const ASKED = Object.keys(KINDS) as Kind[];

/** The views of app.tsx, with something to show in each, in the order of `addresses`. */
const VIEWS = [
  "first run",
  "events",
  "live",
  "an event",
  "persons",
  "a person",
  "insights",
  ...ASKED.map((kind) => `a new ${kind}`),
  "a saved insight",
  "dashboards",
  "a dashboard",
  "cohorts",
  "a cohort",
  "flags",
  "a flag",
  "AI",
  "a trace",
  "plugins",
  "deletions",
  "import",
  "SQL",
  "a saved query",
  "persons behind a number",
  "settings",
];

/** Filters of a flag with everything that its view shows. */
const FLAG = {
  groups: [
    { properties: [{ key: "plan", type: "person", operator: "exact", value: "pro" }], variant: "one-page" },
    { rollout_percentage: 10 },
  ],
  multivariate: { variants: ["three-pages", "one-page"].map((key) => ({ key, rollout_percentage: 50 })) },
  payloads: { "one-page": '{"steps":1}' },
  feature_enrollment: true,
  holdout: { id: 1, exclusion_percentage: 5 },
};

/** The address of each view. */
async function addresses({ hoglet }: PageStage): Promise<string[]> {
  const [person] = (await hoglet.persons.list({ limit: 1, search: "example" })).results;
  const [cohort] = (await hoglet.cohorts.list()).results;
  const [event] = (await hoglet.events.list({ limit: 1 })).results;
  const filters = { insight: "TRENDS", events: [{ id: "$pageview" }] };
  const saved = await hoglet.savedInsights.create({ name: "Page views", filters });
  const source = { kind: "HogQLQuery", query: "SELECT event, count() AS n FROM events GROUP BY event" };
  const query = await hoglet.savedInsights.create({
    name: "Events by name",
    query: { kind: "DataVisualizationNode", source, display: "ActionsLineGraph" },
  });
  const behind =
    'api/projects/1/persons/funnel/?events=[{"id":"$pageview"},{"id":"$pageview","order":1}]&funnel_step=1';
  const dashboard = await hoglet.dashboards.create({ name: "Board", tiles: [{ insight: saved.id }] });
  await hoglet.capture(aiTrace(hoglet.clock.now()));
  const flag = await hoglet.featureFlags.create({ key: "checkout", filters: FLAG });
  await hoglet.deletions.request({ kind: "person", key: person?.uuid ?? "" });
  return [
    "/",
    "/events?column=plan&column=$browser",
    "/events/live",
    `/events/${event?.uuid}`,
    "/persons",
    `/persons/${person?.uuid}`,
    "/insights",
    ...ASKED.map((kind) => toAddress("new", toDefault(kind, NAMES))),
    `/insights/${saved.id}`,
    "/dashboards",
    `/dashboards/${dashboard.id}`,
    "/cohorts",
    `/cohorts/${cohort?.id}`,
    "/flags",
    `/flags/${flag.id}`,
    "/ai",
    "/ai?trace=trace-1",
    "/plugins",
    "/deletions",
    "/import",
    "/sql",
    `/sql?id=${query.short_id}`,
    `/people?${new URLSearchParams({ title: "Visitors", path: behind }).toString()}`,
    "/settings",
  ];
}

/** Goes to a view and waits until everything on it was answered and is drawn. */
async function show(page: Page, address: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(`${stage.url}/ui/`);
  await showView(page, address);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  // Charts take the width that they are given in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * The serious findings of axe, each as "rule: element: why".
 * @param rules the names of the rules to look at; all without it
 */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const { violations: found } = await page.evaluate((runOnly) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    // Off by default: targets of at least 24 pixels, or with as much space around them.
    const all = { rules: { "target-size": { enabled: true } } };
    return axe.run({ resultTypes: ["violations"], ...(runOnly === undefined ? all : { runOnly }) });
  }, rules);
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}: ${node.failureSummary}`));
}

const views = suite("every view");
let stage: PageStage;
let all: string[];

views.before(async () => {
  stage = await openPageStage({ demo: true });
  all = await addresses(stage);
});
views.after(() => stage.close());

views("is looked at here", () => {
  assert.is(all.length, VIEWS.length);
});

let opened: Promise<Page> | undefined;
const open = () => (opened ??= stage.page("/nowhere"));

/**
 * Loads a view once, in a wide window that is then changed: scripts take no part in colours and widths, except for charts, which follow
 * their width. The elements are the same in the other theme, so `npm test` looks at every second view in the dark.
 * @param act opens a dialog or a list over the view
 */
async function look(place: number, address: string, act?: (page: Page) => Promise<void>): Promise<void> {
  const page = await open();
  const themes = place % 2 === 0 ? (["light", "dark"] as const) : (["dark", "light"] as const);
  await page.emulateMedia({ colorScheme: themes[0] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(page, address);
  await act?.(page);
  assert.equal(await violations(page), [], themes[0]);
  if (isAll) {
    await page.emulateMedia({ colorScheme: themes[1] });
    assert.equal(await violations(page, ["color-contrast"]), [], themes[1]);
  }
  await page.setViewportSize({ width: 375, height: 800 });
  await assertFits(page);
  // An opened dialog or list is left with its page.
  if (act !== undefined) await page.goto("about:blank");
}

/** `npm test` passes every view in `layout.test.ts`. */
const some = oneIn(3, views);

// A test for each view: on a busy machine axe takes seconds.
for (const [place, view] of VIEWS.entries())
  some(`${view}: accessible, and 375 pixels wide`, () => look(place, all[place] ?? ""));

/** Checks that a page fits its window, and has one main heading and a title. */
async function assertFits(page: Page): Promise<void> {
  // Charts are drawn for the new width when they learn of it; a page that stays too wide is told below.
  await page.waitForFunction(() => document.documentElement.scrollWidth <= 375).catch(() => {});
  const { width, headings, title } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    headings: document.querySelectorAll("h1").length,
    title: document.title,
  }));
  assert.ok(width <= 375, `${width} pixels wide`);
  assert.is(headings, 1);
  assert.match(title, /.+ · hoglet$/);
}

/** Dialogs and lists over a view: the view's address, and the action that opens them. */
const OPENED: Record<string, [address: string, open: (page: Page) => Promise<void>]> = {
  "the palette": [
    "/persons",
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("option", { name: "Home" }).waitFor();
    },
  ],
  "the choices of a field": [
    toAddress("new", toDefault("trends", NAMES)),
    async (page) => {
      await page.getByRole("button", { name: "+ Filter" }).last().click();
      await page.getByLabel("Property of filter 1").fill("nothing like it");
      await page.getByText("in its name").waitFor();
      await page.getByLabel("Property of filter 1").fill("a");
      await page.keyboard.press("ArrowDown");
      await page.locator(".options-samples:not(:empty)").waitFor();
    },
  ],
  "the list of keys": [
    "/persons",
    async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
    },
  ],
  "the completions of SQL": [
    "/sql",
    async (page) => {
      await page.getByLabel("SELECT").focus();
      await page.keyboard.type("SELECT time");
      await page.getByRole("listbox", { name: "Completions" }).waitFor();
    },
  ],
  "the panel of persons": [
    toAddress("new", toDefault("funnel", NAMES)),
    async (page) => {
      await page.locator(".funnel .number-link").first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Save as cohort" }).click();
      await page.getByRole("dialog").locator(".people li").first().waitFor();
    },
  ],
  "an item of paths": [
    toAddress("new", toDefault("paths", NAMES)),
    async (page) => {
      await page.locator(".path-item").first().click();
      await page.getByRole("link", { name: "Use as start" }).waitFor();
    },
  ],
};

for (const [place, [name, [address, act]]] of Object.entries(OPENED).entries())
  some(`${name}: accessible, and 375 pixels wide`, () => look(place, address, act));

views.run();
