import type { Author } from "../../admin/activity/index.ts";
import type { Db } from "../../storage/index.ts";
import { readReaches } from "./request.ts";
import type { Reach } from "./request.ts";

/** What can be deleted later; see `queue-deletion.ts` for what each takes as its key. */
export const DELETION_KINDS = ["person", "project", "events_by_name", "events_before", "event"] as const;
export type DeletionKind = (typeof DELETION_KINDS)[number];

/**
 * What a task has done so far. `deleted` counts by table; an entry of the activity log counts when it lost a name.
 * `uuids_sha256` is there once its events were looked up, before the first of them goes.
 */
export interface TaskProgress {
  uuids_sha256?: string;
  deleted: Record<string, number>;
}

/** A request that is being carried out. */
export interface Task {
  readonly id: number;
  /** Of kind `project`: the one that goes. */
  readonly projectId: number;
  readonly kind: DeletionKind;
  readonly key: string;
  /** By ordinal in `distinct_ids`; empty unless it is about a person. */
  readonly reaches: ReadonlyMap<number, Reach>;
  /** Events that arrived later are not touched. */
  readonly untilSeq: number;
  readonly by: Author;
  readonly createdAtMs: number;
  progress: TaskProgress;
}

interface TaskRow {
  id: number;
  project_id: number;
  kind: DeletionKind;
  key: string;
  distinct_id_ids: string;
  reach: string;
  until_seq: number;
  created_by: string;
  created_at: number;
  progress: string;
}

/** The tasks that a run has begun and not finished, oldest first. (Index deletions_by_status.) */
export function readTasks(db: Db): Task[] {
  const rows = db
    .sql(
      `SELECT id, project_id, kind, key, distinct_id_ids, reach, until_seq, created_by, created_at, progress
       FROM deletions WHERE status = 'running' ORDER BY id`,
    )
    .all() as TaskRow[];
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

/** Project 0 is no project: the row about a project's deletion must not go with the project. */
export const OUTLIVING = 0;

/** The project that a row is about. */
export function toProjectId({ project_id, kind, key }: Pick<TaskRow, "project_id" | "kind" | "key">): number {
  return kind === "project" ? Number(key) : project_id;
}

/** Adds to what a task has deleted from a table, for use in the transaction that does it. */
export function addDeleted(db: Db, task: Task, table: string, rows: number): void {
  if (rows === 0) return;
  const { deleted } = task.progress;
  saveProgress(db, task, { ...task.progress, deleted: { ...deleted, [table]: (deleted[table] ?? 0) + rows } });
}

/** Stores what a task has done so far, for use in the transaction that does it. */
export function saveProgress(db: Db, task: Task, progress: TaskProgress): void {
  task.progress = progress;
  db.sql("UPDATE deletions SET progress = ? WHERE id = ?").run(JSON.stringify(progress), task.id);
}
