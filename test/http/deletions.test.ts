import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

const KEY = "phx_test_key";
const MONDAY_MS = Date.UTC(2024, 5, 10, 12);

async function open() {
  const clock = { nowMs: MONDAY_MS };
  const hoglet = await createHoglet({ now: () => clock.nowMs, personalApiKey: KEY });
  const ask = async (method: string, path: string) => {
    const response = await hoglet.fetch(`/api/projects/1/${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}` },
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : (JSON.parse(text) as Record<string, unknown>) };
  };
  return { hoglet, clock, ask };
}

const events = async (hoglet: Hoglet) => (await hoglet.events.list()).count;

const deletion = suite("DELETE persons/:id?delete_events=true");

deletion("the person goes at once, its events on Sunday at 05:00 UTC, and the status tells", async () => {
  const { hoglet, clock, ask } = await open();
  await hoglet.capture([
    { event: "x", distinct_id: "a", properties: { $set: { email: "ada@example.com" } } },
    { event: "x", distinct_id: "b" },
  ]);
  const { uuid } = await hoglet.persons.get(1);
  assert.equal(await ask("DELETE", "persons/1/?delete_events=true"), { status: 204, body: null });
  assert.is((await ask("GET", `persons/${uuid}/`)).status, 404);
  const pending = {
    person_uuid: uuid,
    created_at: "2024-06-10T12:00:00Z",
    status: "pending",
    delete_verified_at: null,
  };
  const status = async () => {
    const { body } = await ask("GET", "persons/deletion_status/");
    return (body?.["results"] as unknown[] | undefined)?.[0];
  };
  assert.equal(await status(), pending);

  clock.nowMs = Date.UTC(2024, 5, 16, 4, 59, 59);
  await hoglet.runDue();
  assert.equal([await status(), await events(hoglet)], [pending, 2]);
  clock.nowMs = Date.UTC(2024, 5, 16, 5);
  await hoglet.runDue();
  assert.equal(await status(), { ...pending, status: "completed", delete_verified_at: "2024-06-16T05:00:00Z" });
  const shown = await Promise.all(
    ["events/", "persons/", "persons/values/?key=email", "events/?distinct_id=a", "activity_log/"].map((path) =>
      ask("GET", path),
    ),
  );
  assert.not.match(JSON.stringify(shown), /ada@example\.com|"distinct_id":"a"/);
  assert.is(await events(hoglet), 1);
  await hoglet.close();
});

deletion("without delete_events nothing waits for Sunday", async () => {
  const { hoglet, clock, ask } = await open();
  await hoglet.capture({ event: "x", distinct_id: "a" });
  assert.is((await ask("DELETE", "persons/1/")).status, 204);
  assert.is((await ask("GET", "persons/deletion_status/")).body?.["count"] ?? 0, 0);
  clock.nowMs = Date.UTC(2024, 5, 16, 5);
  await hoglet.runDue();
  assert.is(await events(hoglet), 1);
  await hoglet.close();
});

deletion.run();
