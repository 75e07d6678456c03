import { suite } from "uvu";
import * as assert from "uvu/assert";
import { personUuid } from "../../lib/base/ids.ts";
import { importLines } from "../../lib/transfer/index.ts";
import { NONE, createTestContext, event, MINUTE_MS, NOW_MS, person, personsOf, START_MS } from "./context.ts";
import { whenAll } from "../support/rounds.ts";

const moving = suite("movePersons");

moving("gives unknown distinct ids a person of their earliest event", async () => {
  const ctx = createTestContext();
  const events = [event("e", "a", 5), event("e", "b", 9), event("e", "a", 2), event("e", "a", 7)];
  assert.equal(await importLines(ctx, 1, events), { ...NONE, events: 4 });
  assert.equal(personsOf(ctx), [
    { ids: "a", properties: {}, is_identified: 0, created_at: START_MS + 2 * MINUTE_MS, uuid: personUuid(1, "a") },
    { ids: "b", properties: {}, is_identified: 0, created_at: START_MS + 9 * MINUTE_MS, uuid: personUuid(1, "b") },
  ]);
});

moving("leaves unknown distinct ids to nobody when persons are given", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [event("e", "a"), event("e", "b"), person(["b"])], { persons: "given" });
  assert.equal(
    personsOf(ctx).map((row) => row["ids"]),
    ["b"],
  );
  const ids = ctx.db.sql("SELECT distinct_id, person_id, is_personless FROM distinct_ids ORDER BY id").all();
  assert.equal(ids, [
    { distinct_id: "b", person_id: 1, is_personless: 0 },
    { distinct_id: "a", person_id: null, is_personless: 0 },
  ]);
});

moving("finds the person of each distinct id again, whatever its characters", async () => {
  const ctx = createTestContext();
  const ids = ["plain", "größe", "🦔", 'a"b\\c', "tab\there", "bell\u0007", "line\u2028", "7", "null", " "];
  const lines = ids.map((id, n) => person([id], { properties: { n } }));
  await importLines(ctx, 1, lines);
  const before = personsOf(ctx);
  assert.is(before.length, ids.length);
  assert.is((await importLines(ctx, 1, lines)).persons, ids.length);
  assert.equal(personsOf(ctx), before);
});

/** `<distinct id> <has a person> <is personless>` of all ids. */
function states({ db }: ReturnType<typeof createTestContext>): unknown[] {
  return db
    .sql(
      `SELECT distinct_id || ' ' || (person_id IS NOT NULL) || ' ' || is_personless FROM distinct_ids
       ORDER BY distinct_id`,
    )
    .pluck()
    .all();
}

moving("marks unclaimed ids of personless events, and makes no person for these alone", async () => {
  const personless = { properties: { $process_person_profile: false } };
  const events = [
    event("e", "only", 1, personless),
    event("e", "both", 1, personless),
    event("e", "both", 2),
    event("e", "claimed", 1, personless),
    person(["claimed"]),
  ];
  const created = createTestContext();
  await importLines(created, 1, events);
  assert.equal(states(created), ["both 1 0", "claimed 1 0", "only 0 1"]);
  assert.is(personsOf(created)[1]?.["created_at"], START_MS + MINUTE_MS);
  const given = createTestContext();
  await importLines(given, 1, events, { persons: "given" });
  assert.equal(states(given), ["both 0 1", "claimed 1 0", "only 0 1"]);
});

moving("takes created_at of a person line from the earliest event of all its ids, else from the clock", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [person(["a", "b"]), event("e", "a", 8), event("e", "b", 3), person(["quiet"])]);
  assert.equal(
    personsOf(ctx).map((row) => row["created_at"]),
    [START_MS + 3 * MINUTE_MS, NOW_MS],
  );
});

whenAll(moving)("updates the person who has an id of the line: the line wins, the rest stays", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [
    person(["a"], { properties: { x: 1, y: 1 }, is_identified: true, created_at: "2024-01-01T00:00:00Z" }),
  ]);
  await importLines(ctx, 1, [person(["new", "a"], { properties: { y: 2, z: 2 } })]);
  assert.equal(personsOf(ctx), [
    {
      ids: "a,new",
      properties: { x: 1, y: 2, z: 2 },
      is_identified: 1,
      created_at: Date.UTC(2024, 0, 1),
      uuid: personUuid(1, "a"),
    },
  ]);
  await importLines(ctx, 1, [person(["a"], { is_identified: false, created_at: "2024-02-02T00:00:00Z" })]);
  const [changed] = personsOf(ctx);
  assert.is(changed?.["is_identified"], 0);
  assert.is(changed?.["created_at"], Date.UTC(2024, 1, 2));
});

moving("makes one person of those that a line says are one", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [
    person(["a", "a2"], { properties: { x: "a", y: "a", z: "a" }, created_at: "2024-02-01T00:00:00Z" }),
    person(["b", "b2"], { properties: { y: "b", z: "b", w: "b" }, created_at: "2024-01-01T00:00:00Z" }),
    { kind: "cohort", id: 1, name: "c", is_static: true, members: ["a", "b"] },
    { kind: "cohort", id: 2, name: "d", is_static: true, members: ["a"] },
  ]);
  await importLines(ctx, 1, [person(["b", "a"], { properties: { z: "line" } })]);
  assert.equal(personsOf(ctx), [
    {
      ids: "a,a2,b,b2",
      properties: { x: "a", y: "b", z: "line", w: "b" },
      is_identified: 0,
      created_at: Date.UTC(2024, 0, 1),
      uuid: personUuid(1, "b"),
    },
  ]);
  assert.equal(ctx.db.sql("SELECT cohort_id, person_id FROM cohort_members ORDER BY cohort_id").all(), [
    { cohort_id: 1, person_id: 2 },
    { cohort_id: 2, person_id: 2 },
  ]);
});

moving("finds another UUID when the one of a distinct id is taken", async () => {
  const ctx = createTestContext();
  const add = ctx.db.sql("INSERT INTO persons (project_id, uuid, created_at) VALUES (1, ?, 0)");
  add.run(personUuid(1, "line"));
  add.run(personUuid(1, "made"));
  await importLines(ctx, 1, [person(["line"]), event("e", "made")]);
  assert.equal(
    personsOf(ctx)
      .slice(2)
      .map((row) => row["uuid"]),
    [personUuid(1, "line:split"), personUuid(1, "made:split")],
  );
});

moving("gives a person to an id that was there but belonged to nobody", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [event("e", "a", 1)], { persons: "given" });
  assert.equal(personsOf(ctx), []);
  await importLines(ctx, 1, [event("e", "a", 2)]);
  assert.equal(
    personsOf(ctx).map(({ ids, created_at }) => [ids, created_at]),
    [["a", START_MS + 2 * MINUTE_MS]],
  );
});

moving.run();
