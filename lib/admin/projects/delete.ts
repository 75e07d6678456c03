import { nextTurn } from "../../base/platform.ts";
import { createTurns } from "../../base/turns.ts";
import { recordActivity, SYSTEM } from "../activity/index.ts";
import type { Author } from "../activity/index.ts";
import type { Context } from "../context.ts";
import { conflict } from "../../base/errors.ts";
import { deleteEvents, eventsByTime } from "../../log/index.ts";
import { write } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { getProject } from "./get.ts";
import { count, eq, insertInto, isNotNull, isNull, query } from "../../storage/queries/index.ts";
import { deletedProjects, projects } from "../../storage/tables/index.ts";

/** Rows in one transaction: about 50 ms, so that other projects' captures hardly wait. */
const CHUNK = 5000;

const projectsLeft = query((db) => db.select({ count: count() }).from(projects).where(isNull(projects.deletedAt)));

const projectsInDeletion = query((db) =>
  db.select({ id: projects.id }).from(projects).where(isNotNull(projects.deletedAt)),
);

const markDeleted = query((db, given: { id: number; deletedAt: number; apiToken: string }) =>
  db.update(projects).set({ deletedAt: given.deletedAt, apiToken: given.apiToken }).where(eq(projects.id, given.id)),
);

const keepId = insertInto(deletedProjects, ["id"]);

const removeProject = query((db, given: { id: number }) => db.delete(projects).where(eq(projects.id, given.id)));

/**
 * Deletes a project with everything in it. It disappears at once; its rows follow in bounded transactions. When this
 * resolves, only its id is left, which is never used again. If the process ends earlier, `finishDeletions` does the
 * rest.
 * @throws notFound; conflict when it is the only project
 */
export async function deleteProject(
  ctx: Pick<Context, "db" | "clock" | "log" | "queue">,
  id: number,
  by: Author = SYSTEM,
): Promise<void> {
  await write(ctx.db, () => {
    const { name, uuid } = getProject(ctx, id);
    const isOnly = projectsLeft.get(ctx.db)?.count === 1;
    if (isOnly) throw conflict(null, "The only project of a database cannot be deleted.");
    // Frees the token; captures with it are refused.
    markDeleted.run(ctx.db, { id, deletedAt: ctx.clock.now(), apiToken: `deleted:${uuid}` });
    keepId.run(ctx.db, { id });
    const detail = { name };
    recordActivity(ctx, { projectId: null, by, scope: "Project", itemId: String(id), activity: "deleted", detail });
  });
  await ctx.queue.drain();
  await sweep(ctx.db, id);
}

/** Goes on with interrupted deletions. Returns their number. */
export async function finishDeletions({ db }: Pick<Context, "db">): Promise<number> {
  const begun = projectsInDeletion.all(db);
  for (const { id } of begun) await sweep(db, id);
  return begun.length;
}

/** Rows of a project, by a condition with one `?` for its id. */
interface Owned {
  table: string;
  where: string;
}

/** Tables without a `project_id`, which no trigger or foreign key clears. */
const DEPENDENT: readonly Owned[] = [
  { table: "cohort_members", where: "cohort_id IN (SELECT id FROM cohorts WHERE project_id = ?)" },
  { table: "plugin_attachments", where: "config_id IN (SELECT id FROM plugin_configs WHERE project_id = ?)" },
  { table: "plugin_storage", where: "config_id IN (SELECT id FROM plugin_configs WHERE project_id = ?)" },
];

async function sweep(db: Db, id: number): Promise<void> {
  const owned = ownedTables(db);
  for (const { table, where } of owned) {
    const some = `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ?)`;
    const referring = owned.filter((other) => other.table !== table && refers(db, other.table, table));
    const deleteSome = () => {
      if (table === "events") return deleteSomeEvents(db, id);
      // Once more: a plugin that is still at work stores rows that refer to this table.
      for (const other of referring) db.sql(`DELETE FROM ${other.table} WHERE ${other.where}`).run(id);
      return db.sql(some).run(id, CHUNK).changes;
    };
    while ((await write(db, deleteSome)) > 0) await nextTurn();
  }
  await write(db, () => {
    // Again, for rows that another process stored meanwhile.
    deleteEvents(db, seqsOf(db, id, -1));
    for (const { table, where } of owned) db.sql(`DELETE FROM ${table} WHERE ${where}`).run(id);
    removeProject.run(db, { id });
  });
  // Cached persons and names are out of date.
  db.invalidate();
}

/** @returns their number */
function deleteSomeEvents(db: Db, id: number): number {
  return deleteEvents(db, seqsOf(db, id, CHUNK), createTurns().isOver);
}

/** @param limit -1 = all */
function seqsOf(db: Db, id: number, limit: number): number[] {
  const found: number[] = [];
  // In order of time, since neighbours in time lie in few chunks.
  for (const hour of eventsByTime(db, { projectId: id }, "oldest first")) {
    found.push(...hour.map(({ seq }) => seq));
    if (limit !== -1 && found.length >= limit) break;
  }
  return found.slice(0, limit === -1 ? undefined : limit).toSorted((a, b) => a - b);
}

/**
 * Every table with rows of projects, before the tables to which it refers. Read from the database, so that no future
 * table is forgotten.
 */
function ownedTables(db: Db): Owned[] {
  const names = db
    .sql<string>(
      `SELECT m.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'project_id'`,
    )
    .pluck()
    .all();
  const rest = names.map((table) => ({ table, where: "project_id = ?" }));
  const ordered: Owned[] = [];
  while (rest.length > 0) {
    const free = rest.findIndex(
      ({ table }) => !rest.some((other) => other.table !== table && refers(db, other.table, table)),
    );
    ordered.push(...rest.splice(Math.max(0, free), 1));
  }
  return [...DEPENDENT, ...ordered];
}

function refers(db: Db, from: string, to: string): boolean {
  const found = db.sql(`SELECT 1 FROM pragma_foreign_key_list(?) WHERE "table" = ?`).get(from, to);
  return found !== undefined;
}
