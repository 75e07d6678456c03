import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toShortName } from "../../../adapters/ui/page/views/persons/short-name.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { onStage } from "./support/page-stage.ts";

const views = suite("CohortsView");

const it = onStage(views, { now: "2024-05-02T10:00:00Z", demo: { persons: 130, days: 20 } });

/** The names of a cohort's members on the page, once `count` members are shown. */
async function membersAt(page: Page, count: number): Promise<string[]> {
  const members = page.getByRole("region", { name: "Members" });
  await members
    .getByRole("status")
    .filter({ hasText: new RegExp(`\\b${count} persons?$`) })
    .waitFor();
  return (await members.locator("tbody tr td:first-child").allInnerTexts()).toSorted();
}

async function namesIn(hoglet: Hoglet, cohort: number): Promise<string[]> {
  const { results } = await hoglet.cohorts.members(cohort, { limit: 50 });
  return results.map(toShortName).toSorted();
}

async function newest(hoglet: Hoglet): Promise<{ id: number; name: string; count: number | null }> {
  const [cohort] = (await hoglet.cohorts.list({ limit: 1 })).results;
  assert.ok(cohort);
  return cohort;
}

it("makes one of conditions, with the members that the handle finds by itself", async ({ hoglet, page: open }) => {
  const page = await open("/cohorts");
  await page.getByRole("button", { name: "New cohort …" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Free buyers, or Germans");
  await page.getByRole("button", { name: "+ Filter" }).first().click();
  await page.getByLabel("Property of filter 1").fill("plan");
  await page.getByLabel("Value of filter 1").fill("free");
  await page.getByRole("button", { name: "+ Event" }).click();
  await page.getByLabel("Event of condition 1.1").fill("product viewed");
  await page.getByLabel("Times of condition 1.1").fill("2");
  await page.getByLabel("Length of condition 1.1").fill("10");
  await page.getByRole("button", { name: "+ Group" }).click();
  const second = page.getByRole("group", { name: "Group 2" });
  await second.getByRole("button", { name: "+ Filter" }).click();
  await second.getByLabel("Property of filter 1").fill("$geoip_country_code");
  await second.getByLabel("Value of filter 1").fill("DE");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Free buyers, or Germans" }).waitFor();

  const wanted = new Set<string>();
  const since = "2024-04-22T10:00:00Z";
  for (const person of (await hoglet.persons.list({ limit: 1000 })).results) {
    const { properties } = person;
    const viewed = await hoglet.events.list({ event: "product viewed", person_id: person.id, after: since, limit: 1 });
    const isBuyer = properties["plan"] === "free" && viewed.count >= 2;
    if (isBuyer || properties["$geoip_country_code"] === "DE") wanted.add(toShortName(person));
  }
  assert.ok(wanted.size > 5 && wanted.size < 50, String(wanted.size));
  assert.equal(await membersAt(page, wanted.size), [...wanted].toSorted());
  const cohort = await newest(hoglet);
  assert.is(cohort.count, wanted.size);
  assert.equal(await namesIn(hoglet, cohort.id), [...wanted].toSorted());
  await page
    .getByText(
      "(plan is free and did “product viewed” at least 2 times in the last 10 days) or $geoip_country_code is DE",
    )
    .waitFor();
});

it("makes a static one of distinct ids and of a CSV file", async ({ hoglet, page: open }) => {
  const page = await open("/cohorts");
  const known = (await hoglet.persons.list({ limit: 6 })).results;
  const [typed, filed] = [known.slice(0, 4), known.slice(4)];
  await page.getByRole("button", { name: "New cohort …" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Friends");
  await page.getByLabel("A list of persons").check();
  const ids = typed.map((person) => person.distinct_ids[0]);
  await page.getByLabel("Distinct ids").fill([...ids, "unknown"].join("\n"));
  const csv = `distinct_id,note\n${filed.map((person) => `${person.distinct_ids[0]},x`).join("\n")}\n`;
  const file = { name: "friends.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Create" }).click();
  const names = known.map(toShortName).toSorted();
  assert.equal(await membersAt(page, 6), names);
  const cohort = await newest(hoglet);
  assert.equal(await namesIn(hoglet, cohort.id), names);

  await page.getByRole("button", { name: `Remove ${names[0]}` }).click();
  assert.equal(await membersAt(page, 5), names.slice(1));
  assert.equal(await namesIn(hoglet, cohort.id), names.slice(1));
});

it("changes a definition, and works it out again when asked", async ({ hoglet, page: open }) => {
  const { id } = await hoglet.cohorts.create({
    name: "Viewers",
    groups: [{ event_id: "seen today", days: 7, count: 1, count_operator: "gte" }],
  });
  const page = await open(`/cohorts/${id}`);
  assert.equal(await membersAt(page, 0), []);
  await hoglet.capture({ event: "seen today", distinct_id: "user-1", properties: {} });
  await page.getByRole("button", { name: "Recalculate" }).click();
  assert.equal(await membersAt(page, 1), await namesIn(hoglet, id));

  await page.getByRole("button", { name: "Edit …" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Watchers");
  await page.getByLabel("Times of condition 1.1").fill("2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Watchers" }).waitFor();
  assert.equal(await membersAt(page, 0), []);
  const changed = await hoglet.cohorts.get(id);
  assert.equal([changed.name, changed.count], ["Watchers", 0]);
});

it("changes a definition that the form cannot show as JSON", async ({ hoglet, page: open }) => {
  const deep = {
    type: "AND",
    values: [{ type: "OR", values: [{ type: "AND", values: [{ key: "plan", value: "free" }] }] }],
  } as const;
  const { id } = await hoglet.cohorts.create({ name: "Deep", filters: { properties: deep } });
  const page = await open(`/cohorts/${id}`);
  await page.getByRole("button", { name: "Edit …" }).click();
  const definition = page.getByLabel("Definition (JSON)");
  assert.equal(JSON.parse(await definition.inputValue()), deep);
  await definition.fill("{");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").waitFor();
  await definition.fill(JSON.stringify(deep).replace("free", "nothing"));
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("plan is nothing").waitFor();
  assert.is((await hoglet.cohorts.members(id)).count, 0);
});

it("does not make one without conditions", async ({ hoglet, page: open }) => {
  const { count } = await hoglet.cohorts.list();
  const page = await open("/cohorts");
  await page.getByRole("button", { name: "New cohort …" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Everybody");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("alert").filter({ hasText: "Each group needs a condition." }).waitFor();
  assert.is((await hoglet.cohorts.list()).count, count);
});

it("deletes one, and brings it back from the list", async ({ hoglet, page: open }) => {
  const { id } = await hoglet.cohorts.create({ name: "Passing", is_static: true, distinct_ids: ["user-1"] });
  const page = await open(`/cohorts/${id}`);
  await page.getByRole("button", { name: "Delete …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("status").filter({ hasText: "Passing is deleted." }).waitFor();
  assert.is((await hoglet.cohorts.get(id)).deleted, true);
  await page.getByRole("link", { name: "All cohorts" }).click();
  await page.getByText(/^Deleted cohorts/).click();
  await page.getByRole("button", { name: "Restore Passing" }).click();
  await page.getByRole("table", { name: "Cohorts" }).getByRole("link", { name: "Passing" }).waitFor();
  assert.is((await hoglet.cohorts.get(id)).deleted, false);
});

views.run();
