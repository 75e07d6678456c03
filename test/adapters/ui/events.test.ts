import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Locator, Page } from "playwright-core";
import { until } from "../../clients/until.ts";
import { onStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

const NOW = "2024-05-31T15:20:00Z";
const COUNT = 1250;

/** Events of three plans, a minute apart, the newest first in the list: `viewed 0`, `viewed 1`, … */
async function fill({ hoglet }: PageStage): Promise<void> {
  if ((await hoglet.events.list({ limit: 1 })).count > 0) return;
  const nowMs = Date.parse(NOW);
  await hoglet.capture(
    Array.from({ length: COUNT }, (_, index) => ({
      event: index % 5 === 0 ? "paid" : "viewed",
      distinct_id: `u${index % 7}`,
      timestamp: new Date(nowMs - index * 60_000).toISOString(),
      properties: { plan: ["free", "pro", "team"][index % 3], index, page: `/p/${index % 4}` },
    })),
  );
}

function namesOf(page: Page): Promise<string[]> {
  return page.locator(".live-row .live-name button.plain").allTextContents();
}

async function open(stage: PageStage, path = "/events", width = 1280): Promise<Page> {
  await fill(stage);
  const page = await stage.page(path, { width });
  await page.locator(".live-row").first().waitFor();
  return page;
}

/** Opens the menu of a cell, and chooses. */
async function choose(cell: Locator, action: string): Promise<void> {
  await cell.hover();
  await cell.getByRole("button", { name: /^Filter by/ }).click();
  await cell.page().locator(".menu").getByText(action).click();
}

const counted = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

const events = suite("the list of events");
const it = onStage(events, { now: NOW }, /404/);

it("goes on as far as one scrolls, far beyond a page of the API, and draws only the rows in sight", async (stage) => {
  const page = await open(stage, "/events?column=index");
  await counted(page, "1,250 events");
  const list = page.getByRole("region", { name: "Events" });
  await until("the last event is there", async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return (await page.locator(`.live-row[aria-rowindex="${COUNT + 1}"]`).count()) > 0;
  });
  assert.is(await page.locator(".live-row").last().locator(".event-cell").textContent(), String(COUNT - 1));
  assert.ok((await page.locator(".live-row").count()) < 80);
  assert.is(await page.getByRole("table").first().getAttribute("aria-rowcount"), String(COUNT + 1));
});

it("keeps dates, filters and columns in its address", async (stage) => {
  const page = await open(stage, "/events?column=plan");
  await page.getByLabel("Event name", { exact: true }).fill("paid");
  await page.keyboard.press("Enter");
  await counted(page, "250 events");
  await page.getByRole("button", { name: /^Dates:/ }).click();
  await page.getByRole("button", { name: "Last 24 hours" }).click();
  const wanted = (
    await stage.hoglet.events.list({
      event: "paid",
      after: new Date(Date.parse(NOW) - 86_400_001).toISOString(),
      limit: 1,
    })
  ).count;
  await counted(page, `${wanted} events`);
  const address = page.url();
  assert.match(address, /from=-24h/);
  assert.match(address, /event=paid/);
  assert.match(address, /column=plan/);
  await page.reload();
  await counted(page, `${wanted} events`);
  await page.getByRole("columnheader", { name: "plan" }).waitFor();
  assert.ok((await namesOf(page)).every((name) => name === "paid"));
  // The other tab has the same filters.
  await page.getByRole("link", { name: "Live" }).click();
  await page.waitForURL(/events\/live\?.*event=paid/);
});

it("a value in the list filters, is left out, and is broken down by", async (stage) => {
  const page = await open(stage, "/events?column=plan");
  const plans = () => page.locator(".live-row .event-cell").allTextContents();
  await choose(page.locator(".event-cell", { hasText: "pro" }).first(), "Show only these");
  await until("only pro", async () => (await plans()).every((text) => text.startsWith("pro")));
  assert.match(decodeURIComponent(page.url()), /"value":"pro"/);
  await choose(page.locator(".event-cell", { hasText: "pro" }).first(), "Leave these out");
  await until("no pro", async () => {
    const shown = await plans();
    return shown.length > 0 && shown.every((text) => !text.startsWith("pro"));
  });
  await choose(page.locator(".live-name", { hasText: "viewed" }).first(), "Leave these out");
  await page.getByRole("button", { name: "event is not viewed" }).waitFor();
  await until("no views", async () => !(await namesOf(page)).includes("viewed"));
  const { count } = await stage.hoglet.events.list({
    event: "paid",
    properties: [{ key: "plan", operator: "is_not", value: "pro" }],
    limit: 1,
  });
  await until("their number", async () =>
    ((await page.getByRole("status").first().textContent()) ?? "").startsWith(String(count)),
  );
  await choose(page.locator(".event-cell").first(), "Break down by plan");
  await page.waitForURL(/insights\/new\?.*breakdown=plan/);
});

it("a value is copied, and every value is reached by keyboard in the event's panel", async (stage) => {
  const page = await open(stage, "/events?event=paid");
  await page.locator(".live-row .live-name button.plain").first().focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "paid" });
  const row = panel.getByRole("row", { name: /^page / });
  await row.getByRole("button", { name: "Filter by page" }).focus();
  await page.keyboard.press("Enter");
  const menu = panel.getByRole("group", { name: "page: /p/0" });
  await menu.getByRole("button", { name: "Copy" }).click();
  await menu.getByRole("button", { name: "Copied" }).waitFor();
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), "/p/0");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await row.getByRole("button", { name: "Filter by page" }).click();
  await panel.getByRole("button", { name: "Show only these" }).click();
  await panel.waitFor({ state: "detached" });
  await page.waitForURL(/where=/);
});

it("an event has an address of its own to share; one that is not there says so", async (stage) => {
  const page = await open(stage, "/events?event=paid");
  const [event] = (await stage.hoglet.events.list({ event: "paid", limit: 1 })).results;
  await page.locator(".live-row .live-name button.plain").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.is(link, `${stage.url}/ui/#/p/1/events/${event?.uuid}`);
  const other = await stage.page(`/events/${event?.uuid}`);
  await other.getByRole("heading", { level: 1, name: "paid" }).waitFor();
  await other.getByRole("row", { name: /^plan free/ }).waitFor();
  await other.getByRole("button", { name: "Filter by plan" }).click();
  await other.getByRole("button", { name: "Show only these" }).click();
  await other.waitForURL(/events\?from=all&where=/);
  const none = await stage.page("/events/018df000-0000-7000-8000-00000000dead");
  await none.getByRole("heading", { name: "No such event" }).waitFor();
});

it("gives all events of the filters as CSV", async (stage) => {
  const page = await open(stage, "/events?event=paid");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV" }).click(),
  ]);
  const stream = await download.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString("utf8");
  const [header = "", ...rows] = text.trim().split("\r\n");
  assert.ok(header.split(",").includes("properties.plan"), header);
  assert.is(rows.length, (await stage.hoglet.events.list({ event: "paid", limit: 1 })).count);
});

it("says when no event is in the time, and offers all time", async (stage) => {
  await fill(stage);
  const page = await stage.page("/events?from=2024-01-01&to=2024-01-02");
  await page.getByText("No events in this time.").waitFor();
  await page.getByRole("button", { name: "Look at all time" }).click();
  await page.locator(".live-row").first().waitFor();
  const broken = await stage.page("/events?from=garbage");
  await broken.getByText("These dates cannot be read").waitFor();
});

it("fits a phone; its columns scroll", async (stage) => {
  const page = await open(stage, "/events?column=plan&column=page&column=index", 375);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 375));
});

it("an event that arrives while one scrolls moves no later page", async (stage) => {
  const page = await open(stage);
  await counted(page, "1,250 events");
  const timestamp = new Date(Date.parse(NOW) + 30_000).toISOString();
  await stage.hoglet.capture({ event: "late", distinct_id: "u1", timestamp });
  const asked = page.waitForResponse(/events\/\?.*offset=200/);
  const list = page.getByRole("region", { name: "Events" });
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const { count, results } = (await (await asked).json()) as { count: number; results: { uuid: string }[] };
  const { results: wanted } = await stage.hoglet.events.list({ limit: 1, offset: 201 });
  assert.equal([count, results[0]?.uuid], [COUNT, wanted[0]?.uuid]);
});

events.run();
