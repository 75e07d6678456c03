import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { KINDS, toDefault } from "../../../adapters/ui/page/views/insights/kinds.ts";
import type { Kind } from "../../../adapters/ui/page/views/insights/kinds.ts";
import { toAddress } from "../../../adapters/ui/page/views/insights/address.ts";
import { loaded } from "./support/loaded.ts";
import { openPageStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** What the shop's people do, the most frequent first, as the page would be told. */
const NAMES = ["$pageview", "product viewed", "added to cart", "order completed"];

/** The address of each view of app.tsx, with something to show in it. */
async function addresses({ hoglet }: PageStage): Promise<string[]> {
  const [person] = (await hoglet.persons.list({ limit: 1, search: "example" })).results;
  const [cohort] = (await hoglet.cohorts.list()).results;
  const filters = { insight: "TRENDS", events: [{ id: "$pageview" }] };
  const saved = await hoglet.savedInsights.create({ name: "Page views", filters });
  const dashboard = await hoglet.dashboards.create({ name: "Board", tiles: [{ insight: saved.id }] });
  await hoglet.deletions.request({ kind: "person", key: person?.uuid ?? "" });
  const kinds = (Object.keys(KINDS) as Kind[]).map((kind) => toAddress("new", toDefault(kind, NAMES)));
  return [
    "/",
    "/live",
    "/persons",
    `/persons/${person?.uuid}`,
    "/insights",
    ...kinds,
    `/insights/${saved.id}`,
    "/dashboards",
    `/dashboards/${dashboard.id}`,
    "/cohorts",
    `/cohorts/${cohort?.id}`,
    "/plugins",
    "/deletions",
    "/sql",
    "/settings",
  ];
}

/** Goes to a view and waits until everything on it was answered and is drawn. */
async function show(page: Page, address: string): Promise<void> {
  // By way of nothing: the view before would be taken for this one until it is left.
  await page.goto("about:blank");
  await page.goto(`${stage.url}/ui/#${address}`);
  await loaded(page);
  // Charts take the width that they are given in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What axe finds serious: "rule: element: why" each. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(() => {
    const { axe } = window as unknown as { axe: { run(): Promise<AxeResults> } };
    return axe.run();
  });
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

for (const theme of ["light", "dark"] as const) {
  views(`has no serious or critical violation that axe knows of (${theme})`, async () => {
    const page = await stage.page("/", { theme });
    const found: string[] = [];
    for (const address of all) {
      await show(page, address);
      found.push(...(await violations(page)).map((each) => `${address.split("?")[0]}: ${each}`));
    }
    assert.equal(found, []);
    await page.context().close();
  });
}

views("fits a window 375 pixels wide, has one main heading and a title of its own", async () => {
  const page = await stage.page("/", { width: 375 });
  const found: string[] = [];
  for (const address of all) {
    await show(page, address);
    const { width, headings, title } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      headings: document.querySelectorAll("h1").length,
      title: document.title,
    }));
    if (width > 375) found.push(`${address.split("?")[0]}: ${width} pixels wide`);
    if (headings !== 1) found.push(`${address.split("?")[0]}: ${headings} main headings`);
    if (!/.+ · hoglet$/.test(title)) found.push(`${address.split("?")[0]}: has the title "${title}"`);
  }
  assert.equal(found, []);
  await page.context().close();
});

views.run();
