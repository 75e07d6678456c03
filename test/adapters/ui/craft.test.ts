import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

const craft = suite("small things of the page");
const it = onStage(craft, { now: "2024-05-02T10:00:00Z", demo: { persons: 40, days: 10 } });

it("an address of no view says so", async (stage) => {
  const page = await stage.page("/nonsense");
  await page.getByRole("heading", { name: "No such view" }).waitFor();
});

it("a whole word of SQL has no list that the next Enter would take, and ids are links", async (stage) => {
  const page = await stage.page("/sql");
  await page.getByLabel("SELECT").focus();
  await page.keyboard.type("SELECT person_id, uuid AS uuid FROM events LIMIT 1");
  await page.keyboard.type(" -- wee");
  assert.is(await page.getByRole("listbox").count(), 0);
  await page.keyboard.press("Control+Enter");
  const cells = page.getByRole("region", { name: "Rows" }).locator("tbody a");
  await cells.first().waitFor();
  assert.match((await cells.first().getAttribute("href")) ?? "", /\/persons\/[\da-f-]{36}$/);
  assert.match((await cells.last().getAttribute("href")) ?? "", /\/events\/[\da-f-]{36}$/);
  assert.is(await page.getByRole("button", { name: "Stop" }).count(), 0);
});

it("the next run of deletions has its age, its time and its zone; a receipt says in words what became of the bytes", async (stage) => {
  const [person] = (await stage.hoglet.persons.list({ limit: 1 })).results;
  await stage.hoglet.deletions.request({ kind: "person", key: person?.uuid ?? "" });
  await stage.hoglet.deletions.runNow();
  const page = await stage.page("/deletions");
  await page.getByText(/^Next run: in \d+ (?:h|d), at \d{4}-\d{2}-\d{2} 0\d:00:00 \(UTC\)/).waitFor();
  await page.getByRole("button", { name: /^Receipt/ }).click();
  await page.getByText("kept: the database is in memory, or erasing bytes is switched off").waitFor();
});

it("Delete is not where Save was", async (stage) => {
  const saved = await stage.hoglet.savedInsights.create({ name: "Views", filters: { insight: "TRENDS" } });
  const page = await stage.page(`/insights/${saved.short_id}`);
  await loaded(page);
  const names = await page.locator("main .actions").first().getByRole("button").allInnerTexts();
  assert.ok(names.includes("Delete …") && names.at(-1) !== "Delete …", names.join(", "));
});

craft.run();
