import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toUuidBytes, toUuidText } from "../../../lib/base/ids.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import { addWarning } from "../../../lib/ingest/capture/warning.ts";
import { identify, ping, set } from "../../support/capture-case.ts";
import { NOW_MS, openWorld, WAYS } from "../../support/world.ts";
import type { Sent, World } from "../../support/world.ts";

const UUID = "0198f0a0-0000-7000-8000-00000000000a";

const TABLES = ["persons", "distinct_ids", "event_names", "events", "group_types", "groups", "ingestion_warnings"];

function dump({ ctx }: World): unknown {
  return TABLES.map((table) => [table, ctx.db.sql(`SELECT * FROM ${table}`).all()]);
}

const storing = suite("store");

/** Each would leave a trace somewhere if it were processed. */
const REPEATS: [what: string, event: Sent][] = [
  ["the same", ping("u", { uuid: UUID })],
  ["of another case", ping("u", { uuid: UUID.toUpperCase() })],
  ["of another name", { event: "another", distinct_id: "u", uuid: UUID }],
  ["of an unknown id", ping("new", { uuid: UUID })],
  ["that sets", set("u", { a: 1 }, { uuid: UUID })],
  ["that merges", identify("u", "o", { uuid: UUID })],
  ["that is refused a merge", identify("u", "null", { uuid: UUID })],
  ["in a group of a new type", ping("u", { uuid: UUID, properties: { $groups: { org: "o1" } } })],
  [
    "that makes a group",
    { event: "$groupidentify", distinct_id: "u", uuid: UUID, properties: { $group_type: "org", $group_key: "o1" } },
  ],
  ["that is personless", ping("new", { uuid: UUID, properties: { $process_person_profile: false } })],
  ["at another time", ping("u", { uuid: UUID, timestamp: "2020-01-01T00:00:00Z" })],
];

for (const [what, repeat] of REPEATS) {
  storing(`the second arrival of a uuid changes nothing: one ${what}`, async () => {
    for (const way of WAYS) {
      const world = openWorld();
      await world.capture([ping("u", { uuid: UUID }), set("o", { b: 1 })], { way });
      const before = dump(world);
      await world.capture(repeat, { way });
      await world.capture([repeat, repeat], { way });
      assert.equal(dump(world), before);
      world.close();
    }
  });
}

storing("one uuid may come twice in a request; the first wins", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    await world.capture([set("u", { v: 1 }, { uuid: UUID }), set("u", { v: 2 }, { uuid: UUID })], { way });
    assert.is(world.events().length, 1);
    assert.is(world.person("u")?.properties["v"], 1);
    world.close();
  }
});

storing("projects have their own uuids, ids and persons", async () => {
  const world = openWorld();
  await world.capture(set("u", { v: 1 }, { uuid: UUID }));
  await world.capture(set("u", { v: 2 }, { uuid: UUID }), { project: 2 });
  assert.equal([world.events(1).length, world.events(2).length], [1, 1]);
  assert.equal([world.person("u", 1)?.properties["v"], world.person("u", 2)?.properties["v"]], [1, 2]);
  world.close();
});

storing("an event without a uuid gets one of its time of arrival, which the person it creates remembers", async () => {
  const world = openWorld();
  await world.capture([ping("u", { timestamp: "2020-01-01T00:00:00Z" }), ping("u")]);
  const uuids = (world.ctx.db.sql("SELECT uuid FROM events ORDER BY seq").pluck().all() as Buffer[]).map(toUuidText);
  assert.is(new Set(uuids).size, 2);
  for (const uuid of uuids) {
    assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    assert.is(toUuidBytes(uuid).readUIntBE(0, 6), NOW_MS);
  }
  assert.is(world.person("u")?.properties["$creator_event_uuid"], uuids[0]);
  world.close();
});

storing("N1 a person who was deleted comes back with the same UUID and nothing of the old", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    const { db } = world.ctx;
    await world.capture(set("user-1", { old: 1 }), { way });
    const before = world.person("user-1");
    writeNow(db, () => {
      db.sql("UPDATE distinct_ids SET person_id = NULL").run();
      db.sql("DELETE FROM persons").run();
    });
    db.invalidate();
    world.clock.nowMs += 1000;
    await world.capture(set("user-1", { young: 1 }), { way });
    const after = world.person("user-1");
    assert.is(after?.uuid, before?.uuid);
    assert.is(after?.created_at, "2024-06-10T12:00:01.000Z");
    assert.equal(Object.keys(after?.properties ?? {}), ["young", "$creator_event_uuid"]);
    assert.equal(
      world.events().map(({ person }) => person),
      [after?.uuid, after?.uuid],
    );
    world.close();
  }
});

storing("N2 a $set event for one of a person's ids changes the person", async () => {
  const world = openWorld();
  await world.capture([set("a", { plan: "free" }), identify("b", "a"), set("a", { plan: "pro" })]);
  assert.is(world.person("b")?.properties["plan"], "pro");
  world.close();
});

storing("the automatic additions to $set are the person's, not the event's", async () => {
  const world = openWorld();
  await world.capture(ping("u", { properties: { $browser: "Chrome" } }));
  assert.equal(world.events()[0]?.properties, { $browser: "Chrome" });
  assert.is(world.person("u")?.properties["$browser"], "Chrome");
  world.close();
});

storing("NUL becomes U+FFFD wherever it was, and texts stay as they are otherwise", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    const text = 'π🦔 "quoted" \\ \u2028 \ud800';
    const properties = { "k\0": "a\0b", list: ["\0"], $set: { s: "a\0b" }, text };
    await world.capture({ event: "e\0", distinct_id: "u\0", properties }, { way });
    const [event] = world.events();
    assert.is(event?.event, "e\ufffd");
    assert.is(event?.distinct_id, "u\ufffd");
    assert.equal(event?.properties, { "k\ufffd": "a\ufffdb", list: ["\ufffd"], $set: { s: "a\ufffdb" }, text });
    assert.is(world.person("u\ufffd")?.properties["s"], "a\ufffdb");
    world.close();
  }
});

storing.run();

const warnings = suite("addWarning");

warnings("keeps about the newest thousand of each project, also when projects take turns", () => {
  const world = openWorld();
  writeNow(world.ctx.db, () => {
    for (let number = 0; number < 3000; number++) {
      for (const projectId of [1, 2]) {
        const details = { number };
        addWarning(world.ctx, { projectId, type: "odd", distinctId: "u", eventUuid: null, details });
      }
    }
  });
  for (const project of [1, 2]) {
    const kept = world.warnings(project);
    assert.ok(kept.length >= 1000 && kept.length <= 1101, `${kept.length} kept`);
    assert.equal(kept.at(-1)?.details, { number: 2999 });
    assert.equal(kept[0]?.details, { number: 3000 - kept.length });
  }
  world.close();
});

warnings.run();
