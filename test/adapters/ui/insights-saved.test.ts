import { readFile } from "node:fs/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { FunnelStepResult } from "../../../lib/index.ts";
import { answered, readNumbers, write } from "./support/insight-page.ts";
import { onStage } from "./support/page-stage.ts";

const insights = suite("Insights around the editor");

// The browser logs each answer of 400 and above, and a test causes such an answer.
const it = onStage(insights, { now: "2024-05-02T10:00:00Z", demo: { persons: 150, days: 45 } }, /status of 400/);

const FUNNEL =
  '/insights/new?insight=FUNNELS&date_from=-30d&events=[{"id":"product viewed","order":0},{"id":"added to cart","order":1}]';
const ASKED = { events: [{ id: "product viewed" }, { id: "added to cart", order: 1 }], date_from: "-30d" };

it("leads from a number to its persons, and says what each did", async ({ hoglet, page: open }) => {
  const page = await open(FUNNEL);
  const [first, second] = (await hoglet.insights.funnel(ASKED)).result as FunnelStepResult[];
  const dropped = (first?.count ?? 0) - (second?.count ?? 0);
  await page
    .getByRole("button", { name: String(dropped), exact: true })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Dropped off before added to cart" });
  await dialog
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${dropped} persons?$`) })
    .waitFor();
  const link = dialog.getByRole("link", { name: /@/ }).first();
  const name = await link.innerText();
  const person = (await hoglet.persons.list({ search: name })).results[0];
  assert.is(await link.getAttribute("href"), `#/p/1/persons/${person?.id}`);

  await dialog.getByLabel(`Explain ${name}`).click();
  const { explanation } = await hoglet.insights.funnel({ ...ASKED, explain: true, person_id: person?.id });
  const [taken] = explanation?.steps ?? [];
  await dialog.getByText(`product viewed 1 event: ${taken?.event?.timestamp.slice(0, 10)}`).waitFor();
  await dialog.getByText("added to cart not counted: ").waitFor();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  assert.is(csv.trim().split(/\r?\n(?=\d)/).length - 1, dropped);

  await dialog.getByLabel("Search these persons").fill(name);
  await dialog
    .getByRole("status")
    .filter({ hasText: /^1 person$/ })
    .waitFor();
  // Back from a person, the panel is open again.
  await link.click();
  await page.getByRole("button", { name: "Delete …" }).waitFor();
  await page.goBack();
  await dialog.getByRole("link", { name: /@/ }).first().waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.reload();
  await page
    .getByRole("button", { name: String(dropped), exact: true })
    .first()
    .waitFor();
  assert.is(await dialog.count(), 0);
});

it("leads there from a point of a chart too", async ({ hoglet, page: open }) => {
  const page = await open(
    "/insights/new?insight=TRENDS&date_from=-7d&events=[{%22id%22:%22$pageview%22,%22math%22:%22dau%22}]",
  );
  const { result } = await hoglet.insights.trend({ events: [{ id: "$pageview", math: "dau" }], date_from: "-7d" });
  await page.getByRole("img", { name: "Trend: $pageview" }).waitFor();
  const plot = page.locator(".chart-area");
  await plot.waitFor();
  const box = await plot.boundingBox();
  assert.ok(box);
  // The first of eight days is at the left edge.
  await plot.click({ position: { x: 2, y: box.height / 2 } });
  const [line] = result;
  const dialog = page.getByRole("dialog", { name: "$pageview · Thu 25 Apr 2024" });
  await dialog
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${line?.data[0]} persons$`) })
    .waitFor();
});

it("turns pages of persons", async ({ hoglet, page: open }) => {
  const page = await open(
    "/insights/new?insight=TRENDS&date_from=-30d&display=BoldNumber&events=[{%22id%22:%22$pageview%22,%22math%22:%22dau%22}]",
  );
  const question = { events: [{ id: "$pageview", math: "dau" }], date_from: "-30d", display: "BoldNumber" } as const;
  const [line] = (await hoglet.insights.trend(question)).result;
  const all = line?.aggregated_value ?? 0;
  assert.ok(all > 100 && all < 200, String(all));
  await page.getByRole("button", { name: String(all), exact: true }).click();
  const dialog = page.getByRole("dialog");
  // The total is that of all pages.
  const total = dialog.getByRole("status").filter({ hasText: new RegExp(`^${all} persons$`) });
  await total.waitFor();
  const shown = (count: number) =>
    page.waitForFunction((rows) => document.querySelectorAll(".people > li").length === rows, count);
  await shown(100);
  await dialog.getByRole("button", { name: "More →" }).click();
  await shown(all - 100);
  await total.waitFor();
  await dialog.getByRole("button", { name: "← Back" }).click();
  await shown(100);
});

it("saves all persons behind a number as a cohort, and compares them with everybody", async ({
  hoglet,
  page: open,
}) => {
  const page = await open(FUNNEL);
  const [first, second] = (await hoglet.insights.funnel(ASKED)).result as FunnelStepResult[];
  const dropped = (first?.count ?? 0) - (second?.count ?? 0);
  await page
    .getByRole("button", { name: String(dropped), exact: true })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save as cohort" }).click();
  assert.is(await dialog.getByLabel("Name of the cohort").inputValue(), "Dropped off before added to cart");
  await dialog.getByLabel("Name of the cohort").fill("Lost");
  await page.keyboard.press("Enter");
  await dialog.getByText(`${dropped} persons saved as Lost.`).waitFor();
  const cohort = (await hoglet.cohorts.list()).results.find(({ name }) => name === "Lost");
  assert.equal([cohort?.is_static, cohort?.count], [true, dropped]);

  await dialog.getByRole("link", { name: "Compare with everybody" }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByRole("rowheader", { name: /Lost/ }).waitFor();
  await answer.getByRole("rowheader", { name: /all users/i }).waitFor();
});

it("gives the list of persons an address of its own, which reads nothing else", async ({ hoglet, url, page: open }) => {
  const page = await open(FUNNEL);
  const [first, second] = (await hoglet.insights.funnel(ASKED)).result as FunnelStepResult[];
  const dropped = (first?.count ?? 0) - (second?.count ?? 0);
  await page
    .getByRole("button", { name: String(dropped), exact: true })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Open as page" }).click();
  await page.getByRole("heading", { name: "Dropped off before added to cart", level: 1 }).waitFor();
  const sent = await open(page.url().split("#")[1]);
  await sent
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${dropped} persons$`) })
    .waitFor();
  assert.ok((await sent.getByText("Explain", { exact: true }).count()) > 0);
  for (const path of [
    "api/projects/1/events/?",
    "api/projects/2/persons/funnel/?a=1",
    "api/projects/1/persons/../keys/?",
  ]) {
    await sent.goto(`${url}/ui/#/p/1/people?${new URLSearchParams({ title: "x", path }).toString()}`);
    await sent.getByRole("heading", { name: "This link is cut off" }).waitFor();
    await sent.goto("about:blank");
  }
});

it("keeps the question in the address, for back, forward and others", async ({ url, page: open }) => {
  const page = await open("/insights/new");
  await answered(page, () => write(page, "Series A", "order paid"));
  await answered(page, () => page.getByLabel("Interval").selectOption("week"));
  const numbers = await readNumbers(page);
  await answered(page, () => page.goBack());
  assert.is(await page.getByLabel("Interval").inputValue(), "day");
  await answered(page, () => page.goBack());
  assert.is(await page.getByLabel("Series A", { exact: true }).inputValue(), "$pageview");
  await answered(page, () => page.goForward());
  await answered(page, () => page.goForward());
  assert.equal(await readNumbers(page), numbers);
  const copied = page.url();
  assert.ok(copied.startsWith(`${url}/ui/#/p/1/insights/new?`), copied);
  const other = await open(copied.slice(copied.indexOf("#") + 1));
  assert.equal(await readNumbers(other), numbers);
});

it("says that a link is cut off, and draws no other question instead", async ({ page: open }) => {
  const page = await open(`/p/1${FUNNEL.slice(0, -20)}`);
  await page.getByRole("heading", { name: "This link is cut off" }).waitFor();
  await page.getByRole("link", { name: "Start a new insight" }).click();
  await page.getByRole("heading", { name: "New insight" }).waitFor();
});

it("opens a saved insight in its own project, whichever was shown last, and says that a project is not there", async ({
  hoglet,
  page: open,
}) => {
  const other = await hoglet.projects.create({ name: "Second" });
  const filters = { insight: "TRENDS" as const, events: [{ id: "paid" }] };
  const saved = await hoglet.savedInsights.create({ name: "In the second", filters, project: other.id });
  const page = await open("/insights");
  await page.getByRole("heading", { name: "Insights" }).first().waitFor();
  // The project is the address's, and no other tab's choice.
  await page.evaluate((hash) => (location.hash = hash), `/p/${other.id}/insights/${saved.short_id}`);
  await page.getByRole("heading", { name: "In the second" }).waitFor();
  await page.goBack();
  await page.getByLabel("Project", { exact: true }).waitFor();
  assert.is(await page.getByLabel("Project", { exact: true }).inputValue(), "1");
  await page.evaluate(() => (location.hash = "/p/99/insights"));
  await page.getByRole("heading", { name: "No such project" }).waitFor();
});

it("saves, finds, changes, puts on a dashboard and deletes an insight", async ({ hoglet, page: open }) => {
  const page = await open(FUNNEL);
  await page.getByRole("button", { name: "Save …" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Into the cart");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Into the cart" }).waitFor();
  const [saved] = (await hoglet.savedInsights.list()).results;
  assert.is((saved?.query?.["source"] as { kind: string } | undefined)?.kind, "FunnelsQuery");

  await answered(page, () => write(page, "Within", "2"));
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" });
  assert.is((await hoglet.savedInsights.list()).results[0]?.question?.["funnel_window_interval"], 2);

  await page.getByRole("button", { name: "Add to dashboard …" }).click();
  await page.getByLabel("Name of a new dashboard").fill("Shop");
  await page.getByRole("button", { name: "Create and add" }).click();
  await page.getByRole("checkbox", { name: "Shop" }).waitFor();
  await page.getByRole("link", { name: "open" }).waitFor();
  assert.is((await hoglet.savedInsights.list()).results[0]?.dashboards.length, 1);
  await page.getByRole("button", { name: "Close" }).click();

  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Insights" }).click();
  await page.getByLabel("Search saved insights").fill("the CART");
  await page.getByRole("button", { name: "Rename Into the cart" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Carts");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // Till then nothing can be typed beside it.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByLabel("Search saved insights").fill("carts");
  await page.getByRole("button", { name: "Delete Carts" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("No insight has this name.").waitFor();
  assert.is((await hoglet.savedInsights.list()).count, 0);
});

it("opens a question that is pasted from PostHog: a link, a query, SQL", async ({ page: open }) => {
  const page = await open("/insights");
  const paste = async (text: string) => {
    await page.getByText("Open a question from PostHog …").click();
    await page.getByLabel("Link to an insight, or JSON of a query").fill(text);
    await page.getByRole("button", { name: "Open", exact: true }).click();
  };
  const source = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "order paid" }], interval: "week" };
  const link = encodeURIComponent(JSON.stringify({ kind: "InsightVizNode", source }));
  await paste(`https://us.posthog.com/project/1/insights/new#q=${link}`);
  await page.getByRole("img", { name: "Trend: order paid" }).waitFor();
  assert.is(await page.getByLabel("Interval").inputValue(), "week");
  await page.goBack();
  await paste(JSON.stringify({ kind: "HogQLQuery", query: "select 41 + 1 as answer" }));
  await page.getByRole("cell", { name: "42" }).waitFor();
});

it("shows an insight of SQL as a table, alone and on a dashboard", async ({ hoglet, page: open }) => {
  const query = { kind: "HogQLQuery", query: "select 41 + 1 as answer" };
  const { short_id: id, id: insight } = await hoglet.savedInsights.create({ name: "Sum", query });
  const { id: board } = await hoglet.dashboards.create({ name: "Tables", tiles: [{ insight }] });
  for (const address of [`/insights/${id}`, `/dashboards/${board}`]) {
    const page = await open(address);
    await page.getByRole("columnheader", { name: "answer" }).waitFor();
    await page.getByRole("cell", { name: "42" }).waitFor();
  }
});

it("names the field at fault, and goes on when it is put right", async ({ page: open }) => {
  const page = await open("/insights/new");
  await page.getByRole("img", { name: "Trend: $pageview" }).waitFor();
  await write(page, "Formula of the series", "A / B");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /^formula/);
  await answered(page, () => write(page, "Formula of the series", "A / 2"));
  assert.is(await alert.count(), 0);
});

it("stops a question", async ({ page: open }) => {
  const page = await open("/insights");
  await page.route("**/insights/trend/", () => undefined);
  const gone = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/insights/trend/"));
  await page.getByRole("link", { name: /^Trends/ }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await gone;
  await page.getByText("Stopped.").waitFor();
  await page.unroute("**/insights/trend/");
  await answered(page, () => page.getByRole("button", { name: "Refresh" }).first().click());
});

insights.run();
