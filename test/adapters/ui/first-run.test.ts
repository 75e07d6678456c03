import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createDemoProject } from "../../../bin/demo.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { serveSite } from "../../clients/site.ts";
import { until } from "../../clients/until.ts";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

const first = suite("the first-run view");
// The clock stands still: at midnight the page and the handle would count other days.
const it = onStage(first, { now: "2024-05-02T10:00:00Z" });

it("tells token, host and snippets, and turns into the list when the real posthog-js sends the first event", async (stage) => {
  const { hoglet, url } = stage;
  const page = await stage.page("/");
  const { api_token: token } = hoglet.project;
  await page.getByText("Waiting for your first event").waitFor();
  const snippet = () => page.locator(".code pre").textContent();
  assert.match((await snippet()) ?? "", `posthog.init("${token}", { api_host: "${url}" });`);
  // The wait begins before the press, because the text is shown for two seconds only.
  const copied = page.getByRole("button", { name: "Copied" }).waitFor();
  await Promise.all([copied, page.getByRole("button", { name: "Copy" }).click()]);
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), await snippet());
  await page.getByLabel("In Node: posthog-node").check();
  assert.match((await snippet()) ?? "", `new PostHog("${token}", { host: "${url}" })`);
  await page.getByLabel("On the command line: curl").check();
  assert.match((await snippet()) ?? "", `curl ${url}/i/v0/e/`);

  // A user's app: another page, on another origin, driven by a program.
  const config = { api_host: url, opt_out_useragent_filter: true, capture_pageview: true, autocapture: false };
  // Nor does it send anything when it is closed: that would arrive while the next test counts.
  const silent = { disable_session_recording: true, capture_pageleave: false };
  const site = await serveSite({ token, config: { ...config, ...silent } });
  const app = await page.context().newPage();
  await app.goto(site.origin);
  await page.getByText("Your first event arrived: $pageview").waitFor();
  await page.locator(".live-row").getByText("$pageview").waitFor();
  await app.evaluate(() => {
    const { posthog } = window as unknown as { posthog: { identify(id: string): void; capture(name: string): void } };
    posthog.identify("ada");
    posthog.capture("signed up");
  });
  await page.getByRole("button", { name: "signed up" }).click();
  const link = page.getByRole("dialog").getByRole("link", { name: "ada" });
  const [event] = (await hoglet.events.list({ event: "signed up" })).results;
  assert.is(await link.getAttribute("href"), `#/p/1/persons/${event?.person_id}`);
  await app.close();
  await site.close();
});

it("explains a wrong token while it waits", async ({ hoglet, url, page: open }) => {
  const { id } = await hoglet.projects.create({ name: "Empty" });
  const page = await open(`/p/${id}/`);
  await page.getByText("Waiting for your first event").waitFor();
  const body = JSON.stringify({ api_key: hoglet.project.api_token, event: "wrong", distinct_id: "u1" });
  await fetch(`${url}/e/`, { method: "POST", body });
  // The list holds the requests of the test before, too.
  await page.getByText(/arrived with the token .*, not this project's/).waitFor();
  await page.getByRole("button", { name: "Copy the right token" }).waitFor();
});

it("a site shows its visits, and a row of a list filters all of them", async (stage) => {
  const { id: project, api_token: token } = await stage.hoglet.projects.create({ name: "Site" });
  const devices = ["Mobile", "Mobile", "Desktop"];
  for (const [index, device] of devices.entries()) {
    const properties = {
      $session_id: `018f0000-0000-7000-8000-00000000000${index}`,
      $device_type: device,
      $pathname: "/",
    };
    const body = { api_key: token, event: "$pageview", distinct_id: `v${index}`, properties };
    await fetch(`${stage.url}/e/`, { method: "POST", body: JSON.stringify(body) });
  }
  const page = await stage.page(`/p/${project}/`);
  const figures = page.getByRole("region", { name: "Figures" });
  const visitors = (count: number) => figures.getByRole("button", { name: new RegExp(`^Visitors ?${count}\\b`) });
  await visitors(3).waitFor();
  await figures.getByText("Bounce rate").waitFor();
  assert.is(await visitors(3).getAttribute("aria-pressed"), "true");
  const list = page.getByRole("region", { name: "Devices" });
  await list.getByRole("button", { name: /^Mobile ?2/ }).click();
  await visitors(2).waitFor();
  assert.match(page.url(), /is=%24device_type%3DMobile/);
  await page.getByRole("button", { name: /device_type is Mobile/ }).click();
  await visitors(3).waitFor();
});

it("a project without page views shows how many events came, who is new, and where to look further", async (stage) => {
  const { hoglet } = stage;
  const { id: project, api_token: token } = await hoglet.projects.create({ name: "Paid" });
  for (let index = 0; index < 12; index++) {
    const body = { api_key: token, event: "paid", distinct_id: `u${index}`, properties: { $set: { a: 1 } } };
    await fetch(`${stage.url}/e/`, { method: "POST", body: JSON.stringify(body) });
  }
  const page = await stage.page(`/p/${project}/`);
  await page.getByText("Newest persons").first().waitFor();
  await loaded(page);
  const trend = await hoglet.insights.trend({ events: [{ id: null, type: "events" }], date_from: "-13d", project });
  const total = trend.result[0]?.count ?? -1;
  const figures = page.getByRole("region", { name: "Figures" });
  await figures.getByRole("button", { name: new RegExp(`^Events.*${total}$`) }).waitFor();
  // All twelve came today.
  await figures.getByRole("button", { name: /^Active persons.*12$/ }).waitFor();
  assert.is(total, 12);
  await page.getByText("As a table").click();
  const cells = page.getByRole("table", { name: "Events by day" }).locator("td.number");
  assert.equal((await cells.allTextContents()).map(Number), trend.result[0]?.data);
  await figures.getByRole("button", { name: /^Active persons/ }).click();
  await page.getByRole("table", { name: "Active persons by day" }).waitFor({ state: "attached" });
  const top = page.getByRole("region", { name: "Top events" });
  assert.equal(await top.getByRole("listitem").allTextContents(), ["paid12"]);
  const retention = page.getByRole("table", { name: "Persons who came back" });
  assert.match((await retention.locator("tbody tr").last().textContent()) ?? "", /12$/);
  const { results, count } = await hoglet.persons.list({ limit: 8, project });
  await page.getByRole("link", { name: `All ${count} persons` }).waitFor();
  const links = page.getByRole("table", { name: "Newest persons" }).getByRole("link");
  assert.equal(
    await links.evaluateAll((all) => all.map((link) => link.getAttribute("href"))),
    results.map(({ uuid }) => `#/p/${project}/persons/${uuid}`),
  );
  assert.is(await page.getByText("Load demo data").count(), 0);
});

first.run();

const demo = suite("the first-run view: demo data");

let hoglet: Hoglet | undefined;
let begin: (() => void) | undefined;
let making: Promise<number> | undefined;

/** Much work, which on a busy machine takes longer than a page is waited for: it is begun, and waited for, by the test. */
async function makeDemo(): Promise<number> {
  await new Promise<void>((resolve) => (begin = resolve));
  return (making = hoglet === undefined ? Promise.resolve(0) : createDemoProject(hoglet));
}

const withDemo = onStage(demo, { pageOptions: { makeDemo } });

withDemo("is loaded into a project of its own, which is shown then; the user's stays empty", async (stage) => {
  ({ hoglet } = stage);
  const page = await stage.page("/");
  await page.getByRole("button", { name: "Load demo data" }).click();
  await page.getByRole("button", { name: "Making the shop" }).waitFor();
  await until("it is asked for", () => begin !== undefined);
  begin?.();
  await until("it is made", () => making);
  await page.getByRole("heading", { name: "Demo shop" }).waitFor();
  // The shop is a site.
  await page.getByRole("region", { name: "Figures" }).waitFor();
  assert.is((await hoglet.events.list({ limit: 1 })).count, 0);
  const { results } = await hoglet.projects.list();
  const shop = results.find(({ name }) => name === "Demo shop");
  assert.ok((await hoglet.events.list({ limit: 1, project: shop?.id ?? 0 })).count > 10_000);
  assert.is(await createDemoProject(hoglet), shop?.id, "found again, and not made twice");
  await page.getByLabel("Project", { exact: true }).selectOption({ label: hoglet.project.name });
  await page.getByText("Waiting for your first event").waitFor();
});

demo.run();
