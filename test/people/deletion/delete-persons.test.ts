import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPeople } from "../persons/people.ts";

const PATH = "/api/projects/1/persons/bulk_delete";

async function open() {
  const people = openPeople();
  await people.add({ a: {}, b: {}, c: {} });
  await people.join("a", "anon");
  await people.add({ foreign: {} }, 2);
  const uuid = (id: string, project = 1) => people.person(id, project)?.uuid ?? "";
  const left = () => people.persons.list().then(({ results }) => results.map((person) => person.distinct_ids[0]));
  const requests = () => people.ctx.db.sql("SELECT key FROM deletions WHERE kind = 'person' ORDER BY id").pluck().all();
  return { ...people, uuid, left, requests };
}

const bulk = suite("deletePersons");

bulk("103 by UUID, with their events", async () => {
  const { ask, uuid, left, requests } = await open();
  const ids = [uuid("a"), uuid("b")];
  const { status, body } = await ask("POST", PATH, { body: { ids, delete_events: true } });
  assert.is(status, 202);
  assert.equal(body, {
    persons_found: 2,
    persons_deleted: 2,
    events_queued_for_deletion: true,
    recordings_queued_for_deletion: false,
    deletion_errors: [],
  });
  assert.equal([await left(), requests()], [["c"], ids]);
});

bulk("104 by distinct id, two of them the same person's, without events", async () => {
  const { persons, left, requests, activity } = await open();
  const result = await persons.bulkDelete({ distinct_ids: ["anon", "a", "b"] });
  assert.equal([result.persons_found, result.events_queued_for_deletion], [2, false]);
  assert.equal([await left(), requests()], [["c"], []]);
  assert.equal(
    activity().map((entry) => [entry.activity, entry.item_id]),
    [
      ["deleted", "1"],
      ["deleted", "2"],
    ],
  );
});

bulk("107 unknown ones and another project's are passed over", async () => {
  const { persons, left, requests, uuid } = await open();
  const ids = ["6931a681-6e90-500d-8294-14582dcc2e3f", uuid("foreign", 2), 4];
  const result = await persons.bulkDelete({ ids, delete_events: true });
  assert.equal([result.persons_found, result.persons_deleted, result.events_queued_for_deletion], [0, 0, false]);
  assert.equal([await left(), requests()], [["c", "b", "a"], []]);
  assert.is((await persons.bulkDelete({ distinct_ids: ["foreign"] })).persons_found, 0);
  assert.is((await persons.get(4, { project: 2 })).id, 4);
});

bulk("keep_person only queues", async () => {
  const { persons, left, requests, uuid } = await open();
  const result = await persons.bulkDelete({ ids: [1], keep_person: true, delete_events: true });
  assert.equal([result.persons_found, result.persons_deleted, result.events_queued_for_deletion], [1, 0, true]);
  assert.equal([await left(), requests()], [["c", "b", "a"], [uuid("a")]]);
});

const BAD: [says: string, body: unknown, attr: string | null, detail: RegExp][] = [
  ["neither", {}, null, /^You need to specify either distinct_ids or ids$/],
  ["empty lists", { ids: [], distinct_ids: [] }, null, /^You need to specify either distinct_ids or ids$/],
  ["106 both", { ids: [1], distinct_ids: ["a"] }, null, /not both/],
  ["1001 ids", { ids: Array.from({ length: 1001 }, (_, n) => n) }, "ids", /^You can only pass 1000 ids in one call$/],
  ["1001 distinct ids", { distinct_ids: Array.from({ length: 1001 }, String) }, "distinct_ids", /1000 distinct_ids/],
  ["no id", { ids: ["x"] }, "ids__0", /UUID/],
  ["no list", { distinct_ids: "a" }, "distinct_ids", /list/],
  ["no boolean", { ids: [1], delete_events: "maybe" }, "delete_events", /valid boolean/],
];
for (const [says, body, attr, detail] of BAD) {
  bulk(`${says}: 400, and nobody is deleted`, async () => {
    const { ask, left } = await open();
    const reply = await ask("POST", PATH, { body });
    assert.equal([reply.status, reply.body["attr"]], [400, attr]);
    assert.match(String(reply.body["detail"]), detail);
    assert.equal(await left(), ["c", "b", "a"]);
  });
}

bulk.run();
