import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HogletError } from "../../../lib/base/errors.ts";
import { createHoglet } from "../../../lib/index.ts";
import { openPeople } from "../persons/people.ts";
import type { People } from "../persons/people.ts";
import { tempFolder } from "../../support/temp-folder.ts";

interface Row {
  project_id: number;
  kind: string;
  key: string;
  distinct_id_ids: string;
  until_seq: number;
  status: string;
  created_by: string;
  created_at: number;
  delete_verified_at: number | null;
}

const queued = ({ ctx }: Pick<People, "ctx">) =>
  ctx.db.sql("SELECT * FROM deletions WHERE kind = 'person' ORDER BY id").all() as Row[];

async function open(): Promise<People> {
  const people = openPeople();
  await people.add({ a: { plan: "pro" }, other: {} });
  await people.join("a", "b");
  await people.capture({ event: "x", distinct_id: "b" });
  return people;
}

const missing = (error: HogletError) => error.status;

const remove = suite("deletePerson");

remove("95 the person is gone at once, by integer id or UUID; a second time it is not found", async () => {
  for (const by of ["id", "uuid"] as const) {
    const people = await open();
    const id = by === "id" ? 1 : (people.person("a")?.uuid ?? "");
    await people.persons.delete(id);
    assert.is(await people.persons.get(id).catch(missing), 404);
    assert.is(await people.persons.delete(id, { delete_events: true }).catch(missing), 404);
    assert.equal(queued(people), []);
  }
});

remove("97 without delete_events nothing is queued and all events stay, belonging to nobody", async () => {
  const people = await open();
  const before = people.events();
  await people.persons.delete(1, { delete_events: false });
  assert.equal(queued(people), []);
  const after = people.events();
  assert.is(after.length, before.length);
  assert.equal(
    after.filter((event) => event.distinct_id !== "other").map((event) => event.person),
    [null, null, null],
  );
});

remove(
  "98 with delete_events one row names the person, its distinct ids and the last event that had arrived",
  async () => {
    const people = await open();
    const uuid = people.person("a")?.uuid;
    const owned = people.ctx.db.sql("SELECT id FROM distinct_ids WHERE person_id = 1 ORDER BY id").pluck().all();
    await people.persons.delete(1, { delete_events: true });
    const [row, ...others] = queued(people);
    assert.equal(others, []);
    assert.equal(
      [row?.project_id, row?.kind, row?.key, row?.status, row?.delete_verified_at],
      [1, "person", uuid, "pending", null],
    );
    assert.equal([JSON.parse(row?.distinct_id_ids ?? ""), row?.until_seq], [owned, people.events().length]);
    assert.equal([JSON.parse(row?.created_by ?? ""), row?.created_at], [{ kind: "system" }, people.clock.nowMs]);
  },
);

remove("its distinct ids stay, claimed by nobody, and so do static cohorts without it", async () => {
  const people = await open();
  const { db } = people.ctx;
  for (const id of [1, 2]) db.sql("INSERT INTO cohort_members (cohort_id, person_id) VALUES (1, ?)").run(id);
  await people.capture({ event: "x", distinct_id: "b", properties: { $process_person_profile: false } });
  await people.persons.delete(1);
  const rows = db.sql("SELECT distinct_id, person_id, is_personless FROM distinct_ids ORDER BY id").raw().all();
  assert.equal(rows, [
    ["a", null, 0],
    ["other", 2, 0],
    ["b", null, 0],
  ]);
  assert.equal(db.sql("SELECT person_id FROM cohort_members").pluck().all(), [2]);
});

remove(
  "the next event of one of its ids makes a new person with the same UUID and none of the old properties",
  async () => {
    const people = await open();
    const uuid = people.person("a")?.uuid;
    await people.persons.delete(1);
    await people.capture({ event: "x", distinct_id: "a", properties: { $set: { n: 1 } } });
    const back = people.person("a");
    const { $creator_event_uuid: _, ...properties } = back?.properties ?? {};
    assert.equal([back?.uuid, back?.distinct_ids, properties], [uuid, ["a"], { n: 1 }]);
    assert.ok(people.id("a") > 2, "integer ids are never given again");
  },
);

remove(
  "a person who came back can be queued again; a request that waits is widened, one that is done stays",
  async () => {
    const people = await open();
    const request = async () => {
      await people.capture({ event: "x", distinct_id: "a" });
      await people.persons.delete(people.id("a"), { delete_events: true });
    };
    await request();
    people.clock.nowMs += 1000;
    await request();
    const [widened, ...others] = queued(people);
    assert.equal(others, []);
    assert.equal([widened?.until_seq, widened?.created_at], [people.events().length, people.clock.nowMs]);
    assert.is(JSON.parse(widened?.distinct_id_ids ?? "").length, 2, "the ids of both");
    people.ctx.db.sql("UPDATE deletions SET status = 'done', delete_verified_at = 5, receipt = '{}'").run();
    await request();
    assert.equal(
      queued(people).map((row) => [row.status, row.delete_verified_at]),
      [
        ["done", 5],
        ["pending", null],
      ],
    );
  },
);

remove("keep_person leaves the person and only queues", async () => {
  const people = await open();
  await people.persons.delete(1, { keep_person: true, delete_events: true });
  assert.is((await people.persons.get(1)).properties["plan"], "pro");
  assert.is(queued(people).length, 1);
  assert.equal(people.activity(), []);
  await people.persons.deleteEvents(2);
  assert.is(queued(people).length, 2);
});

remove("the history tells the UUID and no name", async () => {
  const people = await open();
  const uuid = people.person("a")?.uuid;
  await people.persons.delete(1);
  const [entry] = people.activity();
  assert.equal(
    [entry?.item_id, entry?.activity, entry?.detail["name"], entry?.detail["changes"]],
    ["1", "deleted", uuid, []],
  );
});

remove("another project's person is not found and stays", async () => {
  const people = await open();
  assert.is(await people.persons.delete(1, { project: 2 }).catch(missing), 404);
  assert.is((await people.persons.get(1)).id, 1);
});

remove(
  "nothing happens when the transaction fails: neither the removal nor the request, and caches know it",
  async () => {
    const people = await open();
    const { db } = people.ctx;
    db.sqlite.exec("CREATE TRIGGER broken BEFORE DELETE ON persons BEGIN SELECT RAISE(ABORT, 'no'); END");
    assert.is(await people.persons.delete(1, { delete_events: true }).catch(missing), 500);
    db.sqlite.exec("DROP TRIGGER broken");
    assert.equal([queued(people), people.persons.get(1) instanceof Promise], [[], true]);
    await people.capture({ event: "x", distinct_id: "b", properties: { $set: { n: 2 } } });
    assert.is((await people.persons.get(1)).properties["n"], 2);
  },
);

remove("another process on the file sees it at its next event", async () => {
  const folder = tempFolder();
  const options = { file: folder.file("a.db") };
  const [first, second] = [await createHoglet(options), await createHoglet(options)];
  await first.capture({ event: "x", distinct_id: "a", properties: { $set: { n: 1 } } });
  await second.capture({ event: "x", distinct_id: "a" });
  const { uuid } = await second.persons.get(1);
  await first.persons.delete(1);
  await second.capture({ event: "x", distinct_id: "a" });
  const back = await first.persons.get(uuid);
  assert.equal([back.id, Object.keys(back.properties)], [2, ["$creator_event_uuid"]]);
  await first.close();
  await second.close();
  folder.remove();
});

remove.run();
