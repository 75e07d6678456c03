import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toShortName } from "../../../adapters/ui/page/views/persons/short-name.ts";
import type { AnyFilterInput, PersonRecord } from "../../../lib/index.ts";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

const views = suite("PersonsView");

const it = onStage(views, { now: "2024-05-02T10:00:00Z", demo: { persons: 130, days: 20 } });

/** The names in the table, once it counts this number of persons in total. */
async function namesAt(page: Page, count: number): Promise<string[]> {
  await page
    .getByRole("status")
    .filter({ hasText: new RegExp(`\\b${count} persons?$`) })
    .waitFor();
  // The position in the list is shown before its page is loaded.
  await loaded(page);
  return page.getByRole("table", { name: "Persons" }).locator("tbody .person-link").allInnerTexts();
}

function toNames(persons: PersonRecord[]): string[] {
  return persons.map(toShortName);
}

it("lists persons newest first, page by page", async (stage) => {
  const page = await stage.page("/persons");
  const first = await stage.hoglet.persons.list({ limit: 50 });
  assert.equal(await namesAt(page, first.count), toNames(first.results));
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("51 to 100 of 130 persons").waitFor();
  const second = await stage.hoglet.persons.list({ limit: 50, offset: 50 });
  assert.equal(await namesAt(page, 130), toNames(second.results));
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByText("1 to 50 of 130 persons", { exact: true }).waitFor();
});

it("searches while one types, and keeps the search in the address", async (stage) => {
  const page = await stage.page("/persons");
  await page.getByLabel("Search persons").pressSequentially("EXAMPLE.org", { delay: 5 });
  const found = await stage.hoglet.persons.list({ search: "EXAMPLE.org" });
  assert.ok(found.count > 0 && found.count < 50);
  assert.equal(await namesAt(page, found.count), toNames(found.results));
  await page.waitForURL(/#\/p\/1\/persons\?search=EXAMPLE\.org$/);
  await page.reload();
  assert.equal(await namesAt(page, found.count), toNames(found.results));
  await page.getByLabel("Search persons").fill("nobody at all");
  await page.getByRole("button", { name: "Show all persons" }).click();
  assert.is((await namesAt(page, 130)).length, 50);
});

it("filters by properties and cohorts, and gives the same persons as CSV", async (stage) => {
  const page = await stage.page("/persons");
  await page.getByRole("button", { name: "+ Filter" }).click();
  await page.getByLabel("Property of filter 1").fill("plan");
  await page.getByLabel("Value of filter 1").fill("free");
  await page.getByLabel("Value of filter 1").press("Enter");
  const properties: AnyFilterInput[] = [{ key: "plan", type: "person", operator: "exact", value: "free" }];
  const free = await stage.hoglet.persons.list({ properties });
  assert.ok(free.count > 5);
  await namesAt(page, free.count);

  await page.getByRole("button", { name: "+ Filter" }).click();
  await page.getByLabel("Property of filter 2").fill("First cust");
  await page.getByLabel("Property of filter 2").press("Enter");
  properties.push({ key: "id", type: "cohort", value: 3 });
  const both = await stage.hoglet.persons.list({ properties });
  assert.ok(both.count > 0 && both.count < free.count);
  assert.equal((await namesAt(page, both.count)).toSorted(), toNames(both.results).toSorted());

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
  assert.is(lines.length, both.count + 1);
  for (const { uuid } of both.results)
    assert.ok(
      lines.some((line) => line.includes(uuid)),
      uuid,
    );
});

it("shows the columns that are chosen", async (stage) => {
  const [person] = (await stage.hoglet.persons.list({ limit: 1 })).results;
  assert.ok(person);
  const page = await stage.page(`/persons?search=${person.distinct_ids[0]}`);
  await page.getByText("Columns").click();
  await page.getByRole("checkbox", { name: "$browser", exact: true }).check();
  await page.getByRole("columnheader", { name: "$browser", exact: true }).waitFor();
  await page.getByRole("cell", { name: String(person.properties["$browser"]), exact: true }).waitFor();
});

it("finds names too, and goes back to the same place of a long list", async (stage) => {
  await stage.hoglet.capture({
    event: "$identify",
    distinct_id: "grace-1",
    properties: { $set: { name: "Grace Hopper", email: "g@navy.example" } },
  });
  const page = await stage.page("/persons?search=hopper");
  await page.getByRole("link", { name: "g@navy.example" }).waitFor();
  assert.is((await namesAt(page, 1)).length, 1);
  await page.getByLabel("Search persons").fill("grace-1");
  await page.getByRole("link", { name: "g@navy.example" }).waitFor();
  await page.getByLabel("Search persons").fill("");
  await page.locator(".person-link").nth(40).click();
  await page.getByRole("button", { name: "Delete …" }).waitFor();
  const before = await page.evaluate(() => scrollY);
  await page.goBack();
  await page.locator(".person-link").nth(40).waitFor();
  await page.waitForFunction(() => scrollY > 400);
  assert.ok(before < 400);
});

it("deletes the persons that are chosen in the list, with their events", async ({ hoglet, page: open }) => {
  for (const id of ["gone-1", "gone-2", "kept"])
    await hoglet.capture({ event: "seen", distinct_id: id, properties: { $set: { email: `${id}@bulk.example` } } });
  const page = await open("/persons?search=bulk.example");
  await page.getByRole("checkbox", { name: "Choose gone-1@bulk.example" }).check();
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByText("3 persons chosen").waitFor();
  await page.getByRole("checkbox", { name: "Choose kept@bulk.example" }).uncheck();
  await page.getByRole("status").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 persons?" });
  await dialog.getByLabel("Delete profile and events").check();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("checkbox", { name: "Choose gone-1@bulk.example" }).waitFor({ state: "detached" });
  assert.equal(await namesAt(page, 1), ["kept@bulk.example"]);
  assert.is((await hoglet.persons.list({ search: "bulk.example" })).count, 1);
  assert.is((await hoglet.deletions.list({ status: "pending" })).count, 2);
});

views.run();
