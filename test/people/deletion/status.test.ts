import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPeople } from "../persons/people.ts";

const PATH = "/api/projects/1/persons/deletion_status";

async function open() {
  const people = openPeople();
  await people.add({ a: {}, b: {}, c: {} });
  await people.add({ a: {} }, 2);
  const uuids = ["a", "b", "c"].map((id) => people.person(id)?.uuid ?? "");
  for (const id of [1, 2, 3]) {
    people.clock.nowMs += 1000;
    await people.persons.delete(id, { delete_events: true });
  }
  await people.persons.deleteEvents(4, { project: 2 });
  people.ctx.db.sql("UPDATE deletions SET status = 'done', delete_verified_at = 0 WHERE id = 2").run();
  people.ctx.db.sql("UPDATE deletions SET status = 'running' WHERE id = 3").run();
  return { ...people, uuids };
}

const status = suite("listDeletionStatus");

status("110 newest first, pending and completed told apart, without other projects'", async () => {
  const { ask, uuids } = await open();
  const { body } = await ask("GET", PATH);
  assert.is(body["count"], 3);
  assert.equal(
    body.results.map((row) => [row["person_uuid"], row["status"]]),
    [
      [uuids[2], "pending"],
      [uuids[1], "completed"],
      [uuids[0], "pending"],
    ],
  );
  assert.equal(body.results[1], {
    person_uuid: uuids[1],
    created_at: "2024-06-10T12:00:02Z",
    status: "completed",
    delete_verified_at: "1970-01-01T00:00:00Z",
  });
});

status("110 filters by status and person, and pages", async () => {
  const { ask, persons, uuids } = await open();
  const found = async (query: string) =>
    (await ask("GET", `${PATH}?${query}`)).body.results.map((row) => row["person_uuid"]);
  assert.equal(await found("status=pending"), [uuids[2], uuids[0]]);
  assert.equal(await found("status=completed"), [uuids[1]]);
  assert.equal(await found("status=all&limit=1&offset=1"), [uuids[1]]);
  assert.equal(await found(`person_uuid=${uuids[0]?.toUpperCase()}`), [uuids[0]]);
  assert.is((await persons.deletionStatus({ status: "pending", limit: 1 })).count, 2);
  assert.is((await persons.deletionStatus({ project: 2 })).count, 1);
});

status("110 a bad status or UUID is refused", async () => {
  const { ask } = await open();
  for (const [query, attr] of [
    ["status=x", "status"],
    ["person_uuid=x", "person_uuid"],
    ["person_uuid=", "person_uuid"],
  ]) {
    const reply = await ask("GET", `${PATH}?${query}`);
    assert.equal([reply.status, reply.body["attr"]], [400, attr], query);
  }
});

status.run();
