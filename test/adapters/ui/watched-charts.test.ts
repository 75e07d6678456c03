import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Hoglet } from "../../../lib/index.ts";
import { until } from "../../clients/until.ts";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

const charts = suite("charts that move with the events");

const NOW = "2024-05-02T10:00:00Z";
const it = onStage(charts, { now: NOW });
const PAID = { insight: "TRENDS", events: [{ id: "paid" }], date_from: "-7d", display: "BoldNumber" };

const pay = (hoglet: Hoglet) => hoglet.capture({ event: "paid", distinct_id: "u1", timestamp: NOW });
const shows = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".bold-number, .bold-numbers")?.textContent?.includes(wanted),
    String(count),
  );

/** The requests of a page that watch, and the shifts of its layout. */
async function record(page: Page) {
  const watched: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/insights/watch")) watched.push(request.postData() ?? "");
  });
  return watched;
}

it("moves the chart of the editor without a word, and keeps its place", async ({ hoglet, page: open }) => {
  await pay(hoglet);
  const page = await open(
    `/insights/new?insight=TRENDS&date_from=-7d&display=BoldNumber&events=[{%22id%22:%22paid%22}]`,
  );
  await loaded(page);
  await shows(page, 1);
  const before = await page.locator(".panel.insight").boundingBox();
  // A test notices when the busy state, which a reader sees, comes back.
  await page.evaluate(() => {
    const answer = document.querySelector('section[aria-label="Answer"]');
    const seen = ((window as unknown as { busy: number }).busy = 0);
    new MutationObserver(() => {
      if (answer?.querySelector(".loading, [aria-busy=true]")) (window as unknown as { busy: number }).busy = seen + 1;
    }).observe(answer as Element, { subtree: true, childList: true, attributes: true });
  });
  await pay(hoglet);
  await shows(page, 2);
  assert.equal(await page.locator(".panel.insight").boundingBox(), before);
  assert.is(await page.evaluate(() => (window as unknown as { busy: number }).busy), 0);
});

it("watches all tiles of a dashboard in one stream, unless it shall stand still", async ({ hoglet, page: open }) => {
  const { id } = await hoglet.dashboards.create({ name: "Board" });
  for (const name of ["One", "Two"])
    await hoglet.savedInsights.create({
      name,
      filters: { ...PAID, date_from: name === "One" ? "-7d" : "-14d" },
      dashboards: [id],
    });
  const page = await open("/");
  const watched = await record(page);
  await page.evaluate((to) => (location.hash = to), `/dashboards/${id}?refresh=0`);
  await page.getByRole("heading", { name: "Two" }).waitFor();
  await loaded(page);
  await page.getByRole("button", { name: "More actions" }).click();
  assert.equal(watched, []);
  await page.getByLabel("Refresh automatically").selectOption("As events arrive");
  await page.keyboard.press("Escape");
  await until("it watches both", () => watched.length > 0);
  const last = JSON.parse(watched.at(-1) ?? "{}") as { questions: unknown[] };
  assert.is(last.questions.length, 2);
  const { result } = await hoglet.insights.trend(PAID as never);
  await pay(hoglet);
  await shows(page, Number(result[0]?.aggregated_value) + 1);
  assert.is(watched.length, 1);
});

it("watches nothing in the background, and is up to date when it is seen again", async ({ hoglet, page: open }) => {
  const page = await open(
    `/insights/new?insight=TRENDS&date_from=-7d&display=BoldNumber&events=[{%22id%22:%22paid%22}]`,
  );
  const watched = await record(page);
  await loaded(page);
  await until("it watches", () => watched.length === 1);
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  const ended = page.waitForEvent("requestfailed");
  await hide(true);
  await ended;
  await pay(hoglet);
  const { result } = await hoglet.insights.trend(PAID as never);
  await hide(false);
  await shows(page, Number(result[0]?.aggregated_value));
  assert.is(watched.length, 2);
});

charts.run();
