import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { openRest } from "./ask.ts";

const DELETIONS = "/api/projects/1/deletions";

async function open() {
  const rest = openRest();
  await rest.capture([
    { event: "debug", distinct_id: "a" },
    { event: "kept", distinct_id: "a" },
  ]);
  await rest.ask("POST", "/api/projects/1/persons/1/delete_events");
  return rest;
}

const queue = suite("GET deletions");

queue("queues a deletion of events, and refuses a kind or a key that is none by its field", async () => {
  const { ask } = await open();
  const { status, body } = await ask("POST", `${DELETIONS}/`, { body: { kind: "events_by_name", key: "debug" } });
  assert.equal([status, body["kind"], body["key"], body["status"]], [201, "events_by_name", "debug", "pending"]);
  for (const [input, attr] of [
    [{ kind: "project", key: "1" }, "kind"],
    [{ kind: "event" }, "key"],
    [{ kind: "event", key: "x" }, "key"],
    [{ kind: "events_before", key: "soon" }, "key"],
  ] as const) {
    const refused = await ask("POST", DELETIONS, { body: input });
    assert.equal([refused.status, refused.body["attr"]], [400, attr]);
  }
  assert.is((await ask("POST", DELETIONS, { body: { kind: "person", key: 999 } })).status, 404);
});

queue("lists what waits, and when the schedule runs it: Sunday at 05:00 UTC", async () => {
  const { ask } = await open();
  const { status, body } = await ask("GET", `${DELETIONS}/`);
  assert.is(status, 200);
  assert.equal([body["count"], body["next_run_at"]], [1, "2024-06-16T05:00:00Z"]);
  const { key, ...row } = body.results[0] ?? {};
  assert.type(key, "string");
  assert.equal(row, {
    id: 1,
    project_id: 1,
    kind: "person",
    status: "pending",
    created_at: "2024-06-10T12:00:00Z",
    delete_verified_at: null,
    receipt: null,
  });
  assert.is((await ask("GET", `${DELETIONS}?status=done`)).body["count"], 0);
  assert.is((await ask("GET", `${DELETIONS}?status=lost`)).status, 400);
  const elsewhere = async (query: string) => {
    const { body: answer } = await ask("GET", `/api/projects/2/deletions${query}`);
    return [answer["count"], answer["waiting"]];
  };
  assert.equal(await elsewhere(""), [0, 0]);
  assert.equal(await elsewhere("?all_projects=true"), [1, 1]);
});

queue("the handle says so too, and moves on with the schedule", async () => {
  let nowMs = Date.UTC(2024, 5, 10, 12);
  const hoglet = await createHoglet({ now: () => nowMs });
  assert.is(await hoglet.deletions.nextRun(), "2024-06-16T05:00:00Z");
  nowMs = Date.UTC(2024, 5, 17);
  // The deletion is due, and has not run yet.
  assert.is(await hoglet.deletions.nextRun(), "2024-06-16T05:00:00Z");
  await hoglet.runDue();
  assert.is(await hoglet.deletions.nextRun(), "2024-06-23T05:00:00Z");
  await hoglet.close();
});

queue("knows no next run where nothing is scheduled", async () => {
  const { ask } = openRest({ deletionCron: "" });
  assert.is((await ask("GET", DELETIONS)).body["next_run_at"], null);
});

queue.run();

const run = suite("POST deletions/run");

run("carries out what waits, and gives the receipts", async () => {
  const { ask } = await open();
  const { status, body } = await ask("POST", `${DELETIONS}/run`);
  assert.is(status, 200);
  const [done] = body.results as unknown as { status: string; receipt: { deleted: Record<string, number> } }[];
  assert.equal([done?.status, done?.receipt.deleted["events"]], ["done", 2]);
  assert.is((await ask("GET", "/api/projects/1/events")).body["count"], 0);
  assert.is((await ask("GET", `${DELETIONS}?status=done`)).body["count"], 1);
  assert.equal((await ask("POST", `${DELETIONS}/run`)).body.results, []);
});

run("is not for keys of some projects, as the list of all: one run takes what waits in all", async () => {
  const { ask, key } = await open();
  const limited = key(["*"], [1]);
  assert.is((await ask("GET", DELETIONS, { key: limited })).status, 200);
  assert.is((await ask("GET", `${DELETIONS}?all_projects=true`, { key: limited })).status, 403);
  assert.is((await ask("POST", `${DELETIONS}/run`, { key: limited })).status, 403);
  assert.is((await ask("GET", `${DELETIONS}?status=pending`)).body["count"], 1);
});

run.run();
