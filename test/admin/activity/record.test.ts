import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  authorOf,
  listActivity,
  recordActivity,
  recordActivityAfter,
  SYSTEM,
} from "../../../lib/admin/activity/index.ts";
import type { ActivityInput } from "../../../lib/admin/activity/index.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import { openQuiet } from "./open-quiet.ts";

const ENTRY: ActivityInput = {
  projectId: 1,
  by: SYSTEM,
  scope: "Person",
  itemId: "41",
  activity: "updated",
  detail: { name: null, changes: [{ action: "changed", field: "properties", keys: ["plan"] }] },
};

const ALL = { page: 1, limit: 100 };

const authors = suite("authorOf");

authors("names a key by its id and label", () => {
  assert.equal(authorOf({ id: "k", label: "ci" }), { kind: "key", id: "k", label: "ci" });
});

authors.run();

const record = suite("recordActivity");

record("writes an entry in the shape of reference/rest.md 5.9, with the names of the properties", () => {
  const { ctx } = openQuiet();
  recordActivity(ctx, { ...ENTRY, by: { kind: "key", id: "k", label: "ci" } });
  assert.equal(listActivity(ctx, 1, ALL).results, [
    {
      user: { first_name: "ci", email: null },
      activity: "updated",
      scope: "Person",
      item_id: "41",
      detail: {
        name: null,
        short_id: null,
        type: null,
        trigger: null,
        changes: [
          { type: "Person", action: "changed", field: "properties", before: null, after: null, keys: ["plan"] },
        ],
      },
      created_at: "2024-06-10T12:00:00Z",
    },
  ]);
});

record("never keeps property values, whatever it is given", () => {
  const { ctx } = openQuiet();
  const changes = [
    { action: "changed", field: "properties", before: { plan: "free" }, after: { plan: "pro" } } as const,
  ];
  recordActivity(ctx, { ...ENTRY, detail: { name: null, changes } });
  const [entry] = listActivity(ctx, 1, ALL).results;
  assert.equal([entry?.detail.changes[0]?.before, entry?.detail.changes[0]?.after], [null, null]);
});

record("leaves out an update that changed nothing, and nothing else (10.4)", () => {
  const { ctx } = openQuiet();
  recordActivity(ctx, { ...ENTRY, detail: { name: null } });
  recordActivity(ctx, { ...ENTRY, activity: "deleted", detail: { name: null } });
  assert.equal(
    listActivity(ctx, 1, ALL).results.map((entry) => entry.activity),
    ["deleted"],
  );
});

record("is undone with the transaction it is part of", () => {
  const { ctx } = openQuiet();
  assert.throws(() =>
    writeNow(ctx.db, () => {
      recordActivity(ctx, ENTRY);
      throw new Error("stop");
    }),
  );
  assert.is(listActivity(ctx, 1, ALL).total_count, 0);
});

record("only logs its own failure: what was done stays done", async () => {
  const errors: string[] = [];
  const logger = { info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const { ctx } = openQuiet({ logger });
  ctx.db.sql("ALTER TABLE activity_log RENAME TO gone").run();
  await recordActivityAfter(ctx, ENTRY);
  writeNow(ctx.db, () => {
    ctx.db.sql("UPDATE projects SET name = 'renamed' WHERE id = ?").run(1);
    recordActivity(ctx, ENTRY);
  });
  assert.is(ctx.db.sql("SELECT name FROM projects WHERE id = ?").pluck().get(1), "renamed");
  assert.equal(errors, ["activity was not logged", "activity was not logged"]);
});

record.run();
