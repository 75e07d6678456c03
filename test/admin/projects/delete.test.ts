import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listActivity } from "../../../lib/admin/activity/index.ts";
import { createCohort } from "../../../lib/people/cohorts/index.ts";
import type { Context } from "../../../lib/handle/context.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import {
  createProject,
  deleteProject,
  findProject,
  finishDeletions,
  firstProject,
  getProject,
  listProjects,
} from "../../../lib/admin/projects/index.ts";
import { openWorld } from "../../support/world.ts";

async function open() {
  const world = openWorld();
  for (const project of [1, 2]) {
    await world.capture(
      [
        { event: "x", distinct_id: "a", $set: { plan: "pro" } },
        { event: "y", distinct_id: "b", timestamp: "not a time" },
        { event: "$groupidentify", distinct_id: "a", properties: { $group_type: "org", $group_key: "o" } },
      ],
      { project },
    );
    const edit = { project: getProject(world.ctx, project) };
    await createCohort(world.ctx, edit, { name: "s", is_static: true, distinct_ids: ["a"] });
    await createCohort(world.ctx, edit, { name: "d", groups: [{ event_id: "x", days: 7 }] });
  }
  return world;
}

/** Tables of the whole file, which hold nothing of a project; and those whose rows go with the row they refer to. */
const GLOBAL = new Set([
  "personal_api_keys",
  "leases",
  "deleted_projects",
  "schedules",
  "projects",
  "sqlite_sequence",
  "log_changes",
  "actor_tables",
  "identity_changes",
  "changes",
  "followers",
  "plugins",
  "plugin_sources",
  // Hashes of the uuids of a block, whichever projects its events have.
  "uuid_blocks",
  "uuid_pages",
  // Parts of the log, whichever projects its events have.
]);
/** Tables whose rows a trigger, a foreign key, or `deleteEvents` deletes. */
const FOLLOWING = new Set(["plugin_usage", "event_hours", "event_index", "event_texts", "segment_columns"]);

/** How many rows each table has. */
function counts({ db }: Context): Record<string, number> {
  const tables = db.sql("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all() as string[];
  return Object.fromEntries(tables.map((name) => [name, Number(db.sql(`SELECT count(*) FROM ${name}`).pluck().get())]));
}

function refusal(run: () => unknown): string {
  try {
    run();
    return "accepted";
  } catch (error) {
    return error instanceof HogletError ? `${error.status} ${error.code}` : String(error);
  }
}

const remove = suite("deleteProject");

remove("leaves no row of the project in any table, and every row of the other", async () => {
  const world = await open();
  const { ctx } = world;
  const before = counts(ctx);
  await deleteProject(ctx, 2);
  const after = counts(ctx);
  for (const [table, count] of Object.entries(before)) {
    if (GLOBAL.has(table) || table === "activity_log") continue;
    // Both projects were filled alike.
    assert.is(after[table], count / 2, table);
  }
  assert.is(ctx.db.sql("SELECT count(*) FROM activity_log WHERE project_id = 2").pluck().get(), 0);
  assert.is(after["projects"], 1);
  assert.equal(
    world.persons().map((person) => person.distinct_ids),
    [["a"], ["b"]],
  );
});

remove("knows every table: one without a project_id must be named in projects/delete.ts", async () => {
  const { ctx } = await open();
  const columns = ctx.db.sql(
    "SELECT m.name FROM sqlite_schema m WHERE m.type = 'table' AND NOT EXISTS (SELECT 1 FROM pragma_table_info(m.name) c WHERE c.name = 'project_id')",
  );
  const without = (columns.pluck().all() as string[]).filter((name) => !GLOBAL.has(name) && !FOLLOWING.has(name));
  assert.equal(without, ["cohort_members", "plugin_attachments", "plugin_storage"]);
});

remove("makes the project unreachable, frees its token, and keeps its id for ever", async () => {
  const { ctx } = await open();
  await deleteProject(ctx, 2);
  assert.is(
    refusal(() => getProject(ctx, 2)),
    "404 not_found",
  );
  assert.is(findProject(ctx, "phc_two"), undefined);
  assert.is(listProjects(ctx, { limit: 10, offset: 0 }).count, 1);
  const next = await createProject(ctx, { name: "next", api_token: "phc_two" });
  assert.is(next.id, 3);
  await deleteProject(ctx, 3);
  assert.is((await createProject(ctx, { name: "after" })).id, 4);
});

remove("refuses to delete the only project, and one that is not there", async () => {
  const { ctx } = await open();
  await deleteProject(ctx, 1);
  assert.is(firstProject(ctx).id, 2);
  for (const [id, expected] of [
    [2, "409 conflict"],
    [1, "404 not_found"],
    [99, "404 not_found"],
  ] as const) {
    assert.is(
      await deleteProject(ctx, id).then(
        () => "deleted",
        (error: unknown) =>
          refusal(() => {
            throw error;
          }),
      ),
      expected,
    );
  }
});

remove("tells who did it in the history of what belongs to no project", async () => {
  const { ctx } = await open();
  await deleteProject(ctx, 2, { kind: "key", id: "k", label: "boss" });
  const [entry] = listActivity(ctx, null, { page: 1, limit: 1, scope: "Project" }).results;
  assert.equal(
    [entry?.user.first_name, entry?.activity, entry?.item_id, entry?.detail.name],
    ["boss", "deleted", "2", "second"],
  );
});

remove("waits for captures under way, which are deleted too", async () => {
  const world = await open();
  const captured = world.capture({ event: "late", distinct_id: "z" }, { project: 2 });
  await Promise.all([deleteProject(world.ctx, 2), captured]);
  assert.is(world.ctx.db.sql("SELECT count(*) FROM events WHERE project_id = 2").pluck().get(), 0);
  await world.capture({ event: "x", distinct_id: "a" });
  assert.is(world.persons().length, 2);
});

remove("does more than one chunk", async () => {
  const world = await open();
  const many = Array.from({ length: 6000 }, (_, index) => ({ event: "x", distinct_id: `u${index % 10}` }));
  await world.capture(many, { project: 2 });
  await deleteProject(world.ctx, 2);
  assert.is(world.ctx.db.sql("SELECT count(*) FROM events WHERE project_id = 2").pluck().get(), 0);
});

remove.run();

const finish = suite("finishDeletions");

finish("ends what a stopped process left behind", async () => {
  const { ctx } = await open();
  assert.is(await finishDeletions(ctx), 0);
  ctx.db.sql("UPDATE projects SET deleted_at = 1 WHERE id = 2").run();
  assert.is(await finishDeletions(ctx), 1);
  assert.is(ctx.db.sql("SELECT count(*) FROM persons WHERE project_id = 2").pluck().get(), 0);
  assert.is(ctx.db.sql("SELECT count(*) FROM projects").pluck().get(), 1);
});

finish.run();
