import type { Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Hoglet, PersonRecord } from "../../../lib/index.ts";
import { onStage } from "./support/page-stage.ts";

const views = suite("PersonView");

const it = onStage(views, { now: "2024-05-02T10:00:00Z" }, /404/);

/** A person of two devices, with a plan that was set twice. */
async function makePerson(hoglet: Hoglet, id: string): Promise<PersonRecord> {
  await hoglet.capture({ event: "looked", distinct_id: `${id}-phone`, properties: { $browser: "Firefox" } });
  const properties = { $anon_distinct_id: `${id}-phone`, $set: { email: `${id}@example.org`, plan: "free" } };
  await hoglet.capture({ event: "$identify", distinct_id: id, properties });
  await hoglet.capture({ event: "paid", distinct_id: id, properties: { amount: 7, $set: { plan: "pro" } } });
  return find(hoglet, id);
}

async function find(hoglet: Hoglet, id: string): Promise<PersonRecord> {
  const [person] = (await hoglet.persons.list({ distinct_id: id })).results;
  assert.ok(person, id);
  return person;
}

async function said(page: Page, news: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: news }).waitFor();
}

/** The steps of the opened history, newest first. */
async function stepsOf(page: Page, property: string): Promise<string[]> {
  const steps = page.getByRole("list", { name: `Events that wrote ${property}` }).locator("> li > p:first-child");
  await steps.first().waitFor();
  return steps.allInnerTexts();
}

it("changes a property, typed, by an event that is there right after", async ({ hoglet, page: open }) => {
  const { uuid } = await makePerson(hoglet, "ada");
  const page = await open(`/persons/${uuid}`);
  await page.getByRole("button", { name: "Edit plan" }).click();
  await page.getByLabel("Value", { exact: true }).fill("team");
  await page.getByRole("button", { name: "Save" }).click();
  await said(page, "plan is team now.");
  await page.getByRole("row", { name: /^plan team/ }).waitFor();

  await page.getByRole("button", { name: "Add …" }).click();
  await page.getByLabel("Name", { exact: true }).fill("seats");
  await page.getByLabel("Type").selectOption("number");
  await page.getByLabel("Value", { exact: true }).fill("many");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").filter({ hasText: "Expected a number" }).waitFor();
  await page.getByLabel("Value", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Save" }).click();
  await said(page, "seats is 12 now.");

  const { properties } = await find(hoglet, "ada");
  assert.equal([properties["plan"], properties["seats"]], ["team", 12]);
  assert.is((await hoglet.events.list({ event: "$set", person_id: uuid })).count, 2);
  await page.getByRole("group", { name: "Events of this person" }).getByText("$set").first().waitFor();
});

it("tells which event set a property to what, when, and who did it by hand", async ({ hoglet, page: open }) => {
  const { uuid } = await makePerson(hoglet, "bob");
  const page = await open(`/persons/${uuid}`);
  await page.getByRole("button", { name: "Edit plan" }).click();
  await page.getByLabel("Value", { exact: true }).fill("team");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "History of plan" }).click();
  const at = "2024-05-02 10:00:00";
  assert.equal(await stepsOf(page, "plan"), [
    `set to team by $set at ${at}, changed by hand by page`,
    `set to pro by paid at ${at}`,
    `set to free by $identify at ${at}`,
  ]);
  const spans = page.getByRole("table", { name: "Values of plan over time" }).locator("tbody tr");
  await spans.first().waitFor();
  const { points } = await hoglet.persons.propertiesTimeline(uuid, {
    properties: [{ key: "plan", type: "person", operator: "is_set" }],
    date_from: "all",
  });
  assert.is(await spans.count(), points.length);
});

it("removes a property", async ({ hoglet, page: open }) => {
  const { uuid } = await makePerson(hoglet, "cleo");
  const page = await open(`/persons/${uuid}`);
  await page.getByRole("button", { name: "Remove plan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await said(page, "plan is removed.");
  assert.not.ok("plan" in (await find(hoglet, "cleo")).properties);
  assert.ok("email" in (await find(hoglet, "cleo")).properties);
  await page.getByRole("row", { name: /^plan / }).waitFor({ state: "detached" });
  await page.getByRole("region", { name: "Changes of this person" }).getByText("removed plan").waitFor();
  await page.getByLabel("Find a property").fill("plan");
  await page.getByRole("button", { name: "Was there once a “plan”?" }).click();
  const [last] = await stepsOf(page, "plan");
  assert.match(last ?? "", /^removed by \$delete_person_property at .*, changed by hand by page$/);
});

it("folds what no campaign brought, and finds it by its name", async ({ hoglet, page: open }) => {
  const $set = { plan: "pro", seats: null, utm_source: null, gclid: null };
  await hoglet.capture({ event: "looked", distinct_id: "cam", properties: { $set, utm_term: null } });
  const { uuid, properties } = await find(hoglet, "cam");
  const names = Object.keys(properties).filter((key) => properties[key] === null && key !== "seats");
  assert.ok(names.includes("utm_source") && names.includes("gclid"), names.join());
  const page = await open(`/persons/${uuid}`);
  const panel = page.getByRole("region", { name: "Properties", exact: true });
  await panel.getByRole("row", { name: /^seats null/ }).waitFor();
  assert.is(await panel.getByRole("row", { name: /utm_|gclid/ }).count(), 0);
  await panel.getByText(`${names.length} empty properties`).click();
  await panel.locator("details code").getByText("utm_source").waitFor();
  await page.getByLabel("Find a property").fill("gclid");
  await panel.getByRole("row", { name: /^gclid null/ }).waitFor();
  const events = page.getByRole("group", { name: "Events of this person" });
  await events.getByText("looked").click();
  await events.getByText("3 empty properties").click();
  await events.getByText("$set.utm_source, $set.gclid, utm_term").waitFor();
});

it("unfolds what the person did", async ({ hoglet, page: open }) => {
  const { uuid } = await makePerson(hoglet, "dora");
  const page = await open(`/persons/${uuid}`);
  const events = page.getByRole("group", { name: "Events of this person" }).getByRole("listitem");
  const { results } = await hoglet.events.list({ person_id: uuid });
  await events.first().waitFor();
  const names = await events.locator("strong").allInnerTexts();
  assert.equal(
    names,
    results.map(({ event }) => event),
  );
  await events.first().getByText("paid").click();
  await events.first().getByText("amount").waitFor();
});

it("splits off all ids but one", async ({ hoglet, page: open }) => {
  const { uuid } = await makePerson(hoglet, "eve");
  const page = await open(`/persons/${uuid}`);
  await page.getByRole("button", { name: "Split …" }).click();
  await page.getByLabel("Stays").selectOption("eve");
  await page.getByRole("dialog").getByRole("button", { name: "Split" }).click();
  await said(page, "Split: one id gets a new person.");
  const [kept, other] = [await find(hoglet, "eve"), await find(hoglet, "eve-phone")];
  assert.equal([kept.uuid, kept.distinct_ids, kept.properties["plan"]], [uuid, ["eve"], "pro"]);
  assert.equal([other.distinct_ids, other.properties["plan"]], [["eve-phone"], undefined]);
  // The page reads the person again after it shows the message.
  await page.getByRole("button", { name: "Split …", disabled: true }).waitFor();
});

it("splits off the ids that are ticked", async ({ hoglet, page: open }) => {
  const { uuid } = await makePerson(hoglet, "fay");
  await hoglet.capture({ event: "$create_alias", distinct_id: "fay", properties: { alias: "fay-tv" } });
  const page = await open(`/persons/${uuid}`);
  await page.getByRole("button", { name: "Split …" }).click();
  await page.getByLabel("Ids that I choose").check();
  await page.getByRole("checkbox", { name: "fay-tv" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Split" }).click();
  await said(page, "Split: one id gets a new person.");
  assert.equal((await find(hoglet, "fay")).distinct_ids.toSorted(), ["fay", "fay-phone"]);
  assert.equal((await find(hoglet, "fay-tv")).distinct_ids, ["fay-tv"]);
});

it("deletes the person and leaves the events, with a receipt, and deletes the events later", async ({
  hoglet,
  page: open,
}) => {
  const { uuid } = await makePerson(hoglet, "gus");
  const page = await open(`/persons/${uuid}`);
  await page.getByRole("button", { name: "Delete …" }).click();
  // Nothing is chosen for the user.
  assert.is(await page.getByRole("dialog").locator("input:checked").count(), 0);
  assert.ok(await page.getByRole("dialog").getByRole("button", { name: "Delete" }).isDisabled());
  await page.getByLabel("Delete profile only (keep events)").check();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "Person deleted" }).waitFor();
  assert.is((await hoglet.persons.list({ distinct_id: "gus" })).count, 0);
  assert.is((await hoglet.persons.deletionStatus({ person_uuid: uuid })).count, 0);
  assert.is((await hoglet.events.list({ distinct_id: "gus" })).count, 2);
  await page.goto(`${page.url().split("#")[0]}#/persons/${uuid}`);
  await page.reload();
  await page.getByRole("heading", { name: "No such person" }).waitFor();

  await page.goto(`${page.url().split("#")[0]}#/deletions`);
  const row = page.getByRole("row", { name: "a profile; events kept" });
  await row.getByRole("button", { name: /^Receipt/ }).click();
  await page.getByRole("dialog").waitFor();
  assert.match((await page.getByLabel("The receipt as JSON").textContent()) ?? "", '"persons": 1');
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: "Delete these events too" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete events" }).click();
  await page.getByRole("row", { name: "events of a person" }).getByText("pending").waitFor();
  await hoglet.capture({ event: "later", distinct_id: "gus" });
  await hoglet.deletions.runNow();
  const left = await hoglet.events.list({ distinct_id: "gus" });
  assert.equal(
    left.results.map(({ event }) => event),
    ["later"],
  );
});

it("deletes the person and queues the events, and says for when", async ({ hoglet, page: open }) => {
  const { uuid } = await makePerson(hoglet, "hal");
  const page = await open(`/persons/${uuid}`);
  await page.getByRole("button", { name: "Delete …" }).click();
  await page.getByLabel("Delete profile and events").check();
  // The first Sunday after the stage's clock, at 05:00 UTC.
  await page.getByRole("dialog").getByText("they go with the next run, at 2024-05-05 05:00:00 (UTC)").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Their events go with the next run.").waitFor();
  assert.is((await hoglet.persons.list({ distinct_id: "hal" })).count, 0);
  const { results } = await hoglet.persons.deletionStatus({ person_uuid: uuid });
  assert.equal(
    results.map(({ status }) => status),
    ["pending"],
  );
});

it("queues the events alone and keeps the person", async ({ hoglet, page: open }) => {
  const { uuid } = await makePerson(hoglet, "ida");
  const page = await open(`/persons/${uuid}`);
  await page.getByRole("button", { name: "Delete …" }).click();
  await page.getByLabel("Delete events only (keep profile)").check();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(/wait to be deleted: they go with the next run/).waitFor();
  assert.is((await find(hoglet, "ida")).uuid, uuid);
  assert.is((await hoglet.persons.deletionStatus({ person_uuid: uuid, status: "pending" })).count, 1);
});

it("puts the person into a static cohort, and takes them out", async ({ hoglet, page: open }) => {
  const { uuid } = await makePerson(hoglet, "joe");
  const cohort = await hoglet.cohorts.create({ name: "friends", is_static: true });
  const page = await open(`/persons/${uuid}`);
  await page.getByRole("button", { name: "Add to cohort" }).click();
  await said(page, "Added to friends.");
  assert.equal(
    (await hoglet.cohorts.members(cohort.id)).results.map((member) => member.uuid),
    [uuid],
  );
  await page.getByRole("button", { name: "Remove from friends" }).click();
  await said(page, "No longer in friends.");
  assert.is((await hoglet.cohorts.members(cohort.id)).count, 0);
});

views.run();
