import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loaded } from "./support/loaded.ts";
import { onStage } from "./support/page-stage.ts";

// A Thursday; the batch runs on Sundays at 05:00 UTC.
const NOW = "2024-03-07T12:00:00Z";

const tests = suite("the page: deletions");
const it = onStage(tests, { now: NOW, demo: { persons: 40, days: 10 } });

it("shows the queue and the next run, runs it when that was confirmed, and shows the receipt", async (stage) => {
  const { hoglet } = stage;
  const [person] = (await hoglet.persons.list({ limit: 1 })).results;
  assert.ok(person !== undefined);
  const { results: events } = await hoglet.events.list({ person_id: person.uuid, limit: 1000 });
  await hoglet.persons.delete(person.id, { delete_events: true });

  const page = await stage.page("/deletions");
  await page.getByText("2024-03-10 05:00:00").waitFor();
  const row = page.getByRole("row", { name: new RegExp(person.uuid) });
  assert.is(await row.getByRole("cell").nth(4).textContent(), "pending");

  await page.getByRole("button", { name: "Run now" }).click();
  assert.is((await hoglet.deletions.list({ status: "pending" })).count, 1);
  await page.getByRole("dialog").getByRole("button", { name: "Run now" }).click();
  await page.getByText("One deletion was carried out.").waitFor();
  await row.getByText("done").waitFor();

  const [record] = (await hoglet.deletions.list()).results;
  assert.is(record?.receipt?.deleted["events"], events.length);
  assert.is(await row.getByRole("cell").nth(6).textContent(), String(events.length));
  await row.getByRole("button", { name: /^Receipt/ }).click();
  const shown = await page.getByLabel("The receipt as JSON").textContent();
  assert.equal(JSON.parse(shown ?? ""), record?.receipt);
});

it("queues the events of a name, and shows by itself that somebody else ran it", async (stage) => {
  const { hoglet } = stage;
  await hoglet.capture({ event: "debug", distinct_id: "u1" });
  const page = await stage.page("/deletions");
  await page.getByRole("button", { name: "Delete events" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete events" });
  assert.is(await dialog.getByRole("button", { name: "Delete", exact: true }).isDisabled(), true);
  await dialog.getByText("Events that have arrived by now are deleted: they go with the next run").waitFor();
  await dialog.getByLabel("Name of the events").fill("debug");
  await dialog.getByLabel("Name of the events").press("Enter");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  const row = page.getByRole("row", { name: /events of a name debug/ });
  await row.getByText("pending").waitFor();
  await hoglet.deletions.runNow();
  await row.getByText("done").waitFor();
  assert.is((await hoglet.events.list({ event: "debug" })).results.length, 0);
});

it("shows those of a status", async (stage) => {
  const { hoglet } = stage;
  await hoglet.capture({ event: "never shown", distinct_id: "u1" });
  await hoglet.deletions.request({ kind: "events_by_name", key: "never shown" });
  const page = await stage.page("/deletions");
  await page.getByText("never shown").waitFor();
  await page.getByLabel("Show").selectOption("done");
  await page.getByText("never shown").waitFor({ state: "detached" });
  await loaded(page);
  assert.is(await page.getByRole("row").count(), 1 + (await hoglet.deletions.list({ status: "done" })).count);
});

tests.run();
