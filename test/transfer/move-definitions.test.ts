import { suite } from "uvu";
import * as assert from "uvu/assert";
import { importLines } from "../../lib/transfer/index.ts";
import { createTestContext, dump, event, rejection } from "./context.ts";

const moving = suite("moveGroups, moveCohorts, moveActions");

moving("keeps the name of a group type and finds a free one for a new", async () => {
  const ctx = createTestContext();
  const add = ctx.db.sql("INSERT INTO group_types (project_id, group_type_index, group_type) VALUES (1, ?, ?)");
  add.run(0, "organization");
  add.run(1, "group_2");
  const lines = [0, 1, 2, 3].map((index) => ({ kind: "group", group_type_index: index, group_key: "g" }));
  await importLines(ctx, 1, lines);
  assert.equal(ctx.db.sql("SELECT group_type FROM group_types ORDER BY group_type_index").pluck().all(), [
    "organization",
    "group_2",
    "group_2_",
    "group_3",
  ]);
});

moving("updates a group that is there", async () => {
  const ctx = createTestContext();
  const group = { kind: "group", group_type_index: 0, group_key: "g" };
  await importLines(ctx, 1, [{ ...group, properties: { x: 1, y: 1 } }]);
  await importLines(ctx, 1, [{ ...group, properties: { y: 2 }, created_at: "2024-01-01T00:00:00Z" }]);
  assert.equal(ctx.db.sql("SELECT properties, created_at FROM groups").all(), [
    { properties: '{"x":1,"y":2}', created_at: Date.UTC(2024, 0, 1) },
  ]);
});

moving("refuses a cohort or action whose id is taken, in any project", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 2, [
    { kind: "cohort", id: 5, name: "c" },
    { kind: "action", id: 6, name: "a" },
  ]);
  const before = dump(ctx);
  const cohort = await rejection(importLines(ctx, 1, [event("e", "a"), { kind: "cohort", id: 5, name: "c" }]));
  assert.is(cohort?.message, "Line 2: id: There is already a cohort 5.");
  const action = await rejection(importLines(ctx, 1, [{ kind: "action", id: 6, name: "a" }]));
  assert.is(action?.message, "Line 1: id: There is already an action 6.");
  assert.equal(dump(ctx), before);
});

moving("says so without reading the rest of the file", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 2, [{ kind: "cohort", id: 5, name: "c" }]);
  let read = 0;
  function* source(): Generator<object> {
    for (yield { kind: "cohort", id: 5, name: "c" }; read < 5000; read += 1) yield event("e", "a", read);
  }
  assert.match((await rejection(importLines(ctx, 1, source())))?.message ?? "", /^Line 1: id: /);
  assert.ok(read < 1000, `${read} lines`);
});

moving.run();
