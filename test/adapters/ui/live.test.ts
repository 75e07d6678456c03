import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Page } from "playwright-core";
import { until } from "../../clients/until.ts";
import { onStage } from "./support/page-stage.ts";
import type { PageStage } from "./support/page-stage.ts";

function rowsOf(page: Page): Promise<string[]> {
  return page.locator(".live-row .live-name").allTextContents();
}

/** Sends as a client does, and gives the status. */
async function send(stage: PageStage, body: unknown): Promise<number> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${stage.url}/e/`, { method: "POST", headers, body: JSON.stringify(body) });
  return response.status;
}

/** Opens the view and waits until it is connected. */
async function openLive(stage: PageStage, width = 1280): Promise<Page> {
  const page = await stage.page("/events/live", { width });
  await page
    .getByRole("status")
    .filter({ hasText: /^live$/ })
    .waitFor();
  return page;
}

const live = suite("the live view");
const it = onStage(
  live,
  { demo: { persons: 30, days: 5 } },
  /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/,
);

it("shows the newest events of the project, and each that arrives at the top", async (stage) => {
  const page = await openLive(stage);
  const { results } = await stage.hoglet.events.list({ limit: 10 });
  await page.locator(".live-row").first().waitFor();
  assert.equal(
    (await rowsOf(page)).slice(0, 10),
    results.map(({ event }) => event),
  );
  await stage.hoglet.capture({ event: "arrived 1", distinct_id: "u1" });
  await stage.hoglet.capture({ event: "arrived 2", distinct_id: "u1" });
  await page.getByRole("button", { name: "arrived 2" }).waitFor();
  assert.equal((await rowsOf(page)).slice(0, 3), ["arrived 2", "arrived 1", results[0]?.event]);
});

it("shows what arrives while it connects: earlier events are read when the stream is open", async (stage) => {
  const page = await stage.page("/settings");
  let connect: (() => void) | undefined;
  const may = new Promise<void>((resolve) => (connect = resolve));
  const asked: string[] = [];
  await page.route(/\/api\/projects\/1\/event/, async (route) => {
    asked.push(new URL(route.request().url()).pathname.replace("/api/projects/1/", ""));
    if (asked.at(-1) === "events/live") await may;
    await route.continue();
  });
  await page.evaluate(() => (location.hash = "/events/live"));
  await until("it connects", () => asked.includes("events/live"));
  await stage.hoglet.capture({ event: "while connecting", distinct_id: "u1" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(asked, ["events/live"]);
  connect?.();
  await page.getByRole("button", { name: "while connecting" }).waitFor();
});

it("holds still while it is paused, and then shows what came", async (stage) => {
  const page = await openLive(stage);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  await stage.hoglet.capture([1, 2, 3].map((index) => ({ event: `paused ${index}`, distinct_id: "u1" })));
  await page.getByText("3 came meanwhile").waitFor();
  assert.not.ok((await rowsOf(page)).some((name) => name.startsWith("paused")));
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "paused 3" }).waitFor();
  assert.equal((await rowsOf(page)).slice(0, 3), ["paused 3", "paused 2", "paused 1"]);
});

it("holds still while it is scrolled down, and leads back to the top", async (stage) => {
  const page = await openLive(stage);
  await page.locator(".live-row").first().waitFor();
  const list = page.getByRole("region", { name: "Events" });
  // The rows come in several paints, and a list that is still short has nowhere to scroll to. Only when others are drawn does
  // the page know that it was scrolled.
  const isTopDrawn = () => page.locator('.live-row[aria-rowindex="2"]').count();
  await until("it is scrolled", async () => {
    await list.press("PageDown");
    return (await isTopDrawn()) === 0;
  });
  await stage.hoglet.capture({ event: "while scrolled", distinct_id: "u1" });
  await page.getByRole("button", { name: "1 new" }).waitFor();
  assert.not.ok((await rowsOf(page)).includes("while scrolled"));
  await page.getByRole("button", { name: "1 new" }).click();
  await page.getByRole("button", { name: "while scrolled" }).waitFor();
  assert.is((await rowsOf(page))[0], "while scrolled");
});

it("filters by name, distinct id and property, what was there and what arrives", async (stage) => {
  const page = await openLive(stage);
  await page.getByLabel("Event name", { exact: true }).fill("$pageview");
  await page.keyboard.press("Enter");
  const { results } = await stage.hoglet.events.list({ event: "$pageview", limit: 100 });
  await until("all page views, and nothing else", async () => {
    const rows = await page.getByRole("table").first().getAttribute("aria-rowcount");
    const isWhole = Number(rows) === results.length + 1;
    return isWhole && (await rowsOf(page)).every((name) => name === "$pageview");
  });
  await page.getByLabel("Event name", { exact: true }).fill("");
  await page.getByLabel("Distinct id", { exact: true }).fill("filter-1");
  await page.keyboard.press("Enter");
  await page.getByText("No event passed the filters so far").waitFor();
  await page.getByRole("button", { name: "+ Filter" }).click();
  await page.getByLabel("Property of filter 1").fill("plan");
  await page.keyboard.press("Enter");
  await page.getByLabel("Value of filter 1").fill("pro");
  // Until then the previous stream is open, and its events do not belong to this stream.
  const opened = page.waitForResponse((response) => /\/events\/live\?.*filter-1.*plan/.test(response.url()));
  await page.keyboard.press("Enter");
  await opened;
  await stage.hoglet.capture([
    { event: "not this", distinct_id: "filter-1", properties: { plan: "free" } },
    { event: "nor this", distinct_id: "filter-2", properties: { plan: "pro" } },
    { event: "this", distinct_id: "filter-1", properties: { plan: "pro" } },
  ]);
  await page.getByRole("button", { name: "this", exact: true }).waitFor();
  assert.equal(await rowsOf(page), ["this"]);
});

it("goes on by itself after the connection was lost, and misses nothing", async (stage) => {
  const page = await openLive(stage);
  // A request that is open when the connections break is an error, and no continuing stream.
  await page.locator(".live-row").first().waitFor();
  await stage.hoglet.capture({ event: "before the break", distinct_id: "u1" });
  await page.getByRole("button", { name: "before the break" }).waitFor();
  // A server that stops and returns: its sockets break, and refuse connections for some time.
  await page.context().setOffline(true);
  stage.dropConnections();
  await page.getByRole("status").filter({ hasText: "connection lost" }).waitFor();
  await stage.hoglet.capture({ event: "during the break", distinct_id: "u1" });
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "during the break" }).waitFor();
  assert.equal((await rowsOf(page)).slice(0, 2), ["during the break", "before the break"]);
});

it("misses nothing either when the connection was lost before anything came", async (stage) => {
  const page = await openLive(stage);
  await page.locator(".live-row").first().waitFor();
  const [newest] = await rowsOf(page);
  await page.context().setOffline(true);
  stage.dropConnections();
  await page.getByRole("status").filter({ hasText: "connection lost" }).waitFor();
  await stage.hoglet.capture({ event: "during a quiet break", distinct_id: "u1" });
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "during a quiet break" }).waitFor();
  assert.equal((await rowsOf(page)).slice(0, 2), ["during a quiet break", newest]);
});

it("an event shows in one line what no campaign brought", async (stage) => {
  const page = await openLive(stage);
  const properties = { plan: null, utm_source: null, $set_once: { $initial_gclid: null } };
  await stage.hoglet.capture({ event: "no campaign", distinct_id: "u8", properties });
  await page.getByRole("button", { name: "no campaign" }).click();
  const panel = page.getByRole("dialog", { name: "no campaign" });
  await panel.getByRole("row", { name: /^plan null/ }).waitFor();
  assert.is(await panel.getByRole("row", { name: /utm_|set_once/ }).count(), 0);
  await panel.getByText("2 empty properties").click();
  await panel.getByText("utm_source, $set_once.$initial_gclid").waitFor();
});

it("an event opens beside the list by keyboard: properties, person, warnings and the request it came in", async (stage) => {
  const page = await openLive(stage);
  const token = stage.hoglet.project.api_token;
  const sent = {
    api_key: token,
    event: "odd time",
    distinct_id: "u7",
    timestamp: "garbage",
    properties: { plan: "pro" },
  };
  assert.is(await send(stage, sent), 200);
  await page.getByRole("button", { name: "odd time" }).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "odd time" });
  const [event] = (await stage.hoglet.events.list({ event: "odd time" })).results;
  assert.is(await panel.getByRole("link", { name: "u7" }).getAttribute("href"), `#/p/1/persons/${event?.person_id}`);
  assert.match((await panel.getByRole("row", { name: "plan" }).textContent()) ?? "", "pro");
  const [warning] = (await stage.hoglet.warnings.list({ distinct_id: "u7" })).results;
  await panel
    .getByLabel("Ingestion warnings")
    .getByText(warning?.message ?? "?")
    .waitFor();
  const decoded = await panel.getByLabel("Decoded body").textContent();
  assert.equal(JSON.parse(decoded ?? ""), sent);
  assert.match((await panel.getByLabel("Raw request").textContent()) ?? "", JSON.stringify(sent));
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
});

it("says why an event is not there: what was refused, and what was warned about", async (stage) => {
  const page = await openLive(stage);
  assert.is(await send(stage, { api_key: "phc_nobody", event: "lost", distinct_id: "u1" }), 401);
  const token = stage.hoglet.project.api_token;
  const merge = { event: "$identify", distinct_id: "u9", properties: { $anon_distinct_id: "null" } };
  assert.is(await send(stage, { api_key: token, ...merge }), 200);
  const [warning] = (await stage.hoglet.warnings.list()).results;
  await page.getByRole("button", { name: "Why is my event not here?" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByText("401 refused").waitFor();
  const line = panel.getByRole("listitem").filter({ hasText: "lost" }).first();
  assert.match((await line.textContent()) ?? "", "API key is not valid");
  await line.locator("summary").click();
  assert.match((await line.getByLabel("Decoded body").textContent()) ?? "", '"event": "lost"');
  assert.is(warning?.type, "cannot_merge_with_illegal_distinct_id");
  await panel.getByRole("cell", { name: warning?.message ?? "?" }).waitFor();
  // It looks again by itself, and the opened request stays open.
  await fetch(`${stage.url}/ui/i/v0/e/`, { method: "POST", body: JSON.stringify({ api_key: token, event: "astray" }) });
  await panel.getByText("leave out “/ui”").waitFor();
  await line.getByLabel("Decoded body").waitFor();
});

it("begins with a diagnosis: a token of another project, a wrong path, a refused body, a clock years ahead", async (stage) => {
  const { hoglet, url } = stage;
  const other = await hoglet.projects.create({ name: "Other app", api_token: "phc_from_my_env" });
  const page = await openLive(stage);
  for (const id of ["u1", "u2", "u3"])
    await send(stage, { api_key: "phc_from_my_env", event: "mine", distinct_id: id });
  await fetch(`${url}/capturez`, {
    method: "POST",
    body: JSON.stringify({ api_key: "phc_from_my_env", event: "x", distinct_id: "u4" }),
  });
  await send(stage, { api_key: "phc_from_my_env", event: "nobody's" });
  const token = hoglet.project.api_token;
  await fetch(`${url}/captures`, { method: "POST", body: JSON.stringify({ api_key: token, event: "lost" }) });
  await send(stage, { api_key: token, event: "nobody's" });
  await send(stage, { api_key: token, event: "early", distinct_id: "u1", timestamp: "2199-01-01T00:00:00Z" });
  await page.getByRole("button", { name: "Why is my event not here?" }).click();
  const findings = page.getByRole("dialog").getByRole("list", { name: "Diagnosis" }).getByRole("listitem");
  await findings.first().waitFor();
  const texts = await findings.allTextContents();
  const has = (pattern: RegExp) =>
    assert.ok(
      texts.some((text) => pattern.test(text)),
      `${pattern} in ${texts.join("\n")}`,
    );
  has(
    /^5 requests arrived with the token phc_from_my_env, not this project's\. 3 of them are in the project “Other app”/,
  );
  has(/1 of them went to \/capturez, where nothing is\./);
  has(/1 of them was refused with 400: event submitted without a distinct_id/);
  has(/^1 request went to \/captures, where nothing is/);
  has(/^1 request was refused with 400: event submitted without a distinct_id/);
  has(/^1 event with a warning: .*more than 23 hours ahead/);
  const first = findings.filter({ hasText: "phc_from_my_env" });
  await first.getByRole("button", { name: "Copy the right token" }).click();
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), token);
  await first.getByRole("button", { name: "Show that project" }).click();
  await page.waitForURL(new RegExp(`#/p/${other.id}/events$`));
  await page.getByText("mine").first().waitFor();
});

it("draws a few rows only, however many there are, and fits a narrow window", async (stage) => {
  await stage.hoglet.capture(
    Array.from({ length: 600 }, (_, index) => ({ event: `many ${index}`, distinct_id: "u1" })),
  );
  const page = await openLive(stage, 375);
  await page.locator(".live-row").first().waitFor();
  await stage.hoglet.capture(
    Array.from({ length: 450 }, (_, index) => ({ event: `more ${index}`, distinct_id: "u1" })),
  );
  await page.getByRole("button", { name: "more 449" }).waitFor();
  assert.is(await page.getByRole("table").first().getAttribute("aria-rowcount"), "501");
  assert.ok((await page.locator(".live-row").count()) < 60);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 375));
});

live.run();
