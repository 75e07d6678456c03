import type { Author } from "../../admin/activity/index.ts";
import type { Db } from "../../storage/index.ts";
import { readReaches } from "./request.ts";
import type { OwnedUntil } from "./request.ts";
import type { RowOf } from "../../storage/index.ts";
import type { deletions } from "../../storage/tables/index.ts";

/** The kinds of deletion; see `queue-deletion.ts` for the key of each. */
export const DELETION_KINDS = ["person", "project", "events_by_name", "events_before", "event"] as const;
export type DeletionKind = (typeof DELETION_KINDS)[number];

/**
 * The progress of a task. `deleted` counts by table; for the activity log, entries that lost a name. `uuids_sha256` is
 * set once its events were found, before the first of them is deleted.
 */
export interface TaskProgress {
  uuids_sha256?: string;
  deleted: Record<string, number>;
}

/** A request in progress. */
export interface Task {
  readonly id: number;
  /** For kind `project`: the deleted project. */
  readonly projectId: number;
  readonly kind: DeletionKind;
  readonly key: string;
  /** By ordinal in `distinct_ids`; empty unless the task is about a person. */
  readonly reaches: ReadonlyMap<number, OwnedUntil>;
  /** Later events stay. */
  readonly untilSeq: number;
  readonly by: Author;
  readonly createdAtMs: number;
  progress: TaskProgress;
}

interface TaskRow extends Omit<RowOf<typeof deletions>, "kind" | "status" | "delete_verified_at" | "receipt"> {
  kind: DeletionKind;
}

/** The tasks that a run has started and not finished, oldest first. (Index deletions_by_status.) */
export function readTasks(db: Db): Task[] {
  const rows = db
    .sql<TaskRow>(
      `SELECT id, project_id, kind, key, distinct_id_ids, reach, until_seq, created_by, created_at, progress
       FROM deletions WHERE status = 'running' ORDER BY id`,
    )
    .all();
  return rows.map((row) => ({
    id: row.id,
    projectId: toProjectId(row),
    kind: row.kind,
    key: row.key,
    reaches: readReaches(row),
    untilSeq: row.until_seq,
    by: JSON.parse(row.created_by) as Author,
    createdAtMs: row.created_at,
    progress: { deleted: {}, ...(JSON.parse(row.progress) as Partial<TaskProgress>) },
  }));
}

/** Project 0 does not exist: the row about a project's deletion must not be deleted with the project. */
export const OUTLIVING = 0;

/** The project of a row. */
export function toProjectId({ project_id, kind, key }: Pick<TaskRow, "project_id" | "kind" | "key">): number {
  return kind === "project" ? Number(key) : project_id;
}

/** Adds to the count of rows that a task deleted from a table, for use in the transaction that deletes them. */
export function addDeleted(db: Db, task: Task, table: string, rows: number): void {
  if (rows === 0) return;
  const { deleted } = task.progress;
  saveProgress(db, task, { ...task.progress, deleted: { ...deleted, [table]: (deleted[table] ?? 0) + rows } });
}

/** Stores the progress of a task, for use in the transaction of that work. */
export function saveProgress(db: Db, task: Task, progress: TaskProgress): void {
  task.progress = progress;
  db.sql("UPDATE deletions SET progress = ? WHERE id = ?").run(JSON.stringify(progress), task.id);
}
