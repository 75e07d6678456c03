import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { until } from "../../clients/until.ts";
import { onStage } from "./support/page-stage.ts";

const SQL =
  "SELECT event, count() AS n, count(DISTINCT person_id) AS people FROM events GROUP BY event ORDER BY n DESC";

/** A query that takes longer than any test waits, unless it is stopped. */
const LONG_MS = 600_000;

const tests = suite("the page: SQL");
// A browser logs each answer of 400, which a wrong statement gets.
const it = onStage(
  tests,
  { demo: { persons: 60, days: 20 }, hogletOptions: { queryTimeoutMs: LONG_MS } },
  /status of 40[04]/,
);

const cells = (page: Page) =>
  page
    .getByRole("region", { name: "Rows" })
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)));

it("answers what was typed at Ctrl and Enter, as the handle does, and keeps it in the address", async (stage) => {
  const page = await stage.page("/sql");
  await page.getByLabel("SELECT").fill(SQL);
  await page.getByLabel("SELECT").press("Control+Enter");
  const { results } = await stage.hoglet.query(SQL);
  await page.getByText(`${results.length} rows.`).waitFor();
  assert.equal(
    await cells(page),
    results.map((row) => row.map(String)),
  );
  assert.is(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");

  await page.reload();
  await page.getByText(`${results.length} rows.`).waitFor();
  assert.is(await page.getByLabel("SELECT").inputValue(), SQL);

  await page.getByLabel("SELECT").fill("SELECT 1 AS one");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("1 row.").waitFor();
  await page.goBack();
  await page.getByText(`${results.length} rows.`).waitFor();
  assert.is(await page.getByLabel("SELECT").inputValue(), SQL);
  // An earlier query can be run again.
  await page.getByText(/^History \(2\)/).click();
  await page.getByRole("button", { name: "SELECT 1 AS one" }).click();
  await page.getByText("1 row.").waitFor();
});

it("says when an answer was cut, and draws only some of many rows", async (stage) => {
  const all = Number((await stage.hoglet.query("SELECT count() FROM events")).results[0]?.[0]);
  assert.ok(all > 600, String(all));
  const page = await stage.page("/sql");
  await page.getByRole("button", { name: "Show events" }).click();
  await page.getByText("The first 100 rows: there are more, cut at 100.").waitFor();
  await page.getByLabel("Rows at most").selectOption("50000");
  await page.getByText(`${all.toLocaleString("en")} rows.`).waitFor();
  assert.is((await cells(page)).length, 500);
  await page.getByRole("button", { name: "Draw 500 more" }).click();
  await page.waitForFunction((rows) => document.querySelectorAll("tbody tr").length === rows, Math.min(1000, all));
});

it("downloads CSV with every row", async (stage) => {
  const page = await stage.page(`/sql?q=${encodeURIComponent("SELECT uuid, event FROM events ORDER BY uuid")}`);
  await page.getByText("cut at 100").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  assert.is(download.suggestedFilename(), "query.csv");
  const rows = parse(await readFile(await download.path(), "utf8")) as string[][];
  const { results } = await stage.hoglet.query("SELECT uuid, event FROM events ORDER BY uuid", { limit: 50_000 });
  assert.equal(rows, [["uuid", "event"], ...results]);
});

it("draws columns of numbers, and says what is missing when there are none", async (stage) => {
  const page = await stage.page(`/sql?q=${encodeURIComponent(SQL)}`);
  await page.getByRole("button", { name: "Chart" }).click();
  await page
    .getByRole("img", { name: /^Chart of n, people/ })
    .locator(".chart-svg")
    .waitFor();
  await page.getByLabel("SELECT").fill("SELECT event FROM events");
  await page.getByLabel("SELECT").press("Meta+Enter");
  await page.getByText("Nothing to draw").waitFor();
});

it("says what is wrong with a statement", async (stage) => {
  const page = await stage.page(`/sql?q=${encodeURIComponent("SELECT * FROM personal_api_keys")}`);
  await page
    .getByRole("alert")
    .getByText(/personal_api_keys/)
    .waitFor();
});

const ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";

it("stops a question, on the server too", async (stage) => {
  const page = await stage.page(`/sql?q=${encodeURIComponent(ENDLESS)}`);
  await page.getByRole("button", { name: "Stop" }).first().click();
  await page.getByText("Stopped.").waitFor();
  // One question is answered at a time, and this one would have its ten minutes.
  let next: unknown;
  void stage.hoglet.query("SELECT 2").then(({ results }) => (next = results));
  assert.equal(await until("the next question is answered", () => next, LONG_MS / 10), [[2]]);
});

const options = (page: Page) => page.getByRole("listbox", { name: "Completions" }).getByRole("option");

it("colours words, and completes tables, columns, functions and properties by keys alone", async (stage) => {
  const page = await stage.page("/sql");
  const field = page.getByLabel("SELECT");
  await field.focus();
  await page.keyboard.type("SELECT even");
  await options(page).first().waitFor();
  assert.is(await options(page).first().locator("span").first().textContent(), "event");
  // Screen readers are told the chosen word.
  const told = await field.evaluate((element) => {
    const chosen = document.getElementById(element.getAttribute("aria-activedescendant") ?? "");
    return chosen?.textContent;
  });
  assert.is(told, "event column");
  await page.keyboard.press("Tab");
  await page.keyboard.type(", countI");
  await options(page).first().waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("properties.plan = 'pro'");
  await page.keyboard.press("End");
  await page.keyboard.type(" AS n FROM eve");
  await options(page).first().waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type(" GROUP BY event ORDER BY event");
  await page.keyboard.press("Escape");
  assert.is(
    await field.inputValue(),
    "SELECT event, countIf(properties.plan = 'pro') AS n FROM events GROUP BY event ORDER BY event",
  );
  assert.equal(await page.locator(".sql-code .keyword").allTextContents(), [
    "SELECT",
    "AS",
    "FROM",
    "GROUP",
    "BY",
    "ORDER",
    "BY",
  ]);
  assert.equal(await page.locator(".sql-code .string").allTextContents(), ["'pro'"]);
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^\d+ rows\.$/).waitFor();
});

it("offers the names of properties that the data have", async (stage) => {
  await stage.hoglet.capture({ event: "wrapped", distinct_id: "u1", properties: { "zebra stripes": 3 } });
  const page = await stage.page("/sql");
  await page.getByLabel("SELECT").focus();
  await page.keyboard.type("SELECT properties.zeb");
  await options(page).getByText("zebra stripes").waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type(" FROM events WHERE event = 'wrapped'");
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 row.").waitFor();
  assert.equal(await cells(page), [["3"]]);
});

it("saves a query with its chart, shows it on a dashboard, and changes it", async (stage) => {
  const { hoglet } = stage;
  const page = await stage.page(`/sql?q=${encodeURIComponent(SQL)}`);
  await page.getByRole("button", { name: "Chart" }).click();
  await page.getByRole("img", { name: /^Chart of n/ }).waitFor();
  await page.getByRole("button", { name: "Save …" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Events by name");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Events by name", level: 1 }).waitFor();
  const [saved] = (await hoglet.savedInsights.list()).results;
  assert.equal(saved?.query, {
    kind: "DataVisualizationNode",
    source: { kind: "HogQLQuery", query: SQL },
    display: "ActionsBar",
    chartSettings: { xAxis: { column: "event" }, yAxis: [{ column: "n" }, { column: "people" }] },
  });

  await page.getByRole("button", { name: "Add to dashboard" }).click();
  await page.getByRole("dialog").getByLabel("Name of a new dashboard").fill("Board");
  await page.getByRole("dialog").getByRole("button", { name: "Create and add" }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "Board", checked: true }).waitFor();
  await page.keyboard.press("Escape");

  await page.getByLabel("SELECT").fill("SELECT 1 AS one");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("1 row.").waitFor();
  assert.equal((await hoglet.savedInsights.get(saved?.id ?? 0)).query?.["source"], {
    kind: "HogQLQuery",
    query: "SELECT 1 AS one",
  });
  await hoglet.savedInsights.update(saved?.id ?? 0, { query: saved?.query ?? {} });

  const [board] = (await hoglet.dashboards.list()).results;
  const shown = await stage.page(`/dashboards/${board?.id}`);
  await shown
    .getByRole("img", { name: /^Chart of n, people/ })
    .locator(".chart-svg")
    .waitFor();
  // By its own address, from the list.
  await page.reload();
  await page.getByText(/rows\.$/).waitFor();
  assert.is(await page.getByLabel("SELECT").inputValue(), SQL);
  await page.goto(`${stage.url}/ui/#/sql?id=nothing`);
  await page.getByRole("heading", { name: "No such query" }).waitFor();
});

it("leaves the editor at Tab", async (stage) => {
  const page = await stage.page("/sql");
  await page.getByLabel("SELECT").focus();
  await page.keyboard.press("Tab");
  assert.is(await page.evaluate(() => document.activeElement?.textContent), "Run");
});

tests.run();
