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
  /status of 400/,
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
  await page.getByText(/^Asked before \(2\)/).click();
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
    .locator("canvas")
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

it("leaves the editor at Tab", async (stage) => {
  const page = await stage.page("/sql");
  await page.getByLabel("SELECT").focus();
  await page.keyboard.press("Tab");
  assert.is(await page.evaluate(() => document.activeElement?.textContent), "Run");
});

tests.run();
