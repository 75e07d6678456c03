import { createHash } from "node:crypto";
import { internal } from "../../base/errors.ts";
import { deleteProject, finishDeletions } from "../../admin/projects/index.ts";
import { countEvents, newestSeq, walkRange } from "../../log/index.ts";
import { step, turn } from "./batch.ts";
import type { Batch } from "./batch.ts";
import { saveProgress } from "./task.ts";
import type { Task } from "./task.ts";

/** Rows of the log, of any project, between two turns of the event loop. */
const CHUNK = 5000;

/**
 * Deletes a project with everything in it, or what a killed run left, and verifies that nothing remains.
 * @throws conflict when it has become the only project
 */
export async function clearProject(batch: Batch, task: Task): Promise<void> {
  const { ctx } = batch;
  const { db } = ctx;
  const isThere = db.sql("SELECT deleted_at IS NULL FROM projects WHERE id = ?").pluck().get(task.projectId) === 1;
  if (isThere && task.progress.uuids_sha256 === undefined) {
    const uuids_sha256 = await hashUuids(batch, task.projectId);
    await step(batch, () => saveProgress(db, task, { uuids_sha256, deleted: countOwned(batch, task.projectId) }));
  }
  if (isThere) await deleteProject(ctx, task.projectId, task.by);
  else await finishDeletions(ctx);
  const left = Object.keys(countOwned(batch, task.projectId));
  if (left.length > 0) throw internal(new Error(`Rows of a deleted project are left in ${left.join(", ")}.`));
}

/** The SHA-256 of all uuids of a project, as in `Found`; hex. */
async function hashUuids(batch: Batch, projectId: number): Promise<string> {
  const { db } = batch.ctx;
  const hash = createHash("sha256");
  for (let seq = 0; seq < newestSeq(db); await turn(batch)) {
    const range = { projectId, firstSeq: seq + 1, lastSeq: seq + CHUNK };
    for (const { value: uuid } of walkRange(db, range).origins("uuid")) hash.update(`${uuid ?? ""}\n`);
    seq += CHUNK;
  }
  return hash.digest("hex");
}

/** Rows of the project by table, without empty tables. Rows that other tables derive from them go with them. */
function countOwned({ ctx: { db } }: Batch, projectId: number): Record<string, number> {
  const tables = db
    .sql<string>(
      `SELECT m.name FROM sqlite_schema m, pragma_table_info(m.name) c
       WHERE m.type = 'table' AND c.name = 'project_id' AND m.name <> 'activity_log' ORDER BY m.name`,
    )
    .pluck()
    .all();
  const counts = tables.map((table) => {
    if (table === "events") return [table, countEvents(db, projectId)] as const;
    const rows = db.sql(`SELECT count(*) FROM ${table} WHERE project_id = ?`).pluck().get(projectId) as number;
    return [table, rows] as const;
  });
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}
