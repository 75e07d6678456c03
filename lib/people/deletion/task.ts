import type { Author } from "../../admin/activity/index.ts";
import type { Db } from "../../storage/index.ts";
import { readReaches } from "./request.ts";
import type { OwnedUntil } from "./request.ts";
import { asc, eq, query } from "../../storage/queries/index.ts";
import { deletions } from "../../storage/tables/index.ts";

/** See `queue-deletion.ts` for their keys. `person_profile`: a person deleted without its events, at once. */
export const DELETION_KINDS = deletions.kind.enumValues;
export type DeletionKind = (typeof DELETION_KINDS)[number];

/**
 * `deleted` counts by table; for the activity log, entries that lost a name. `uuids_sha256` is set once the events were
 * found, before any deletion.
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
  /** The reach of each ordinal in `distinct_ids`; empty unless the task is about a person. */
  readonly reaches: ReadonlyMap<number, OwnedUntil>;
  /** Later events stay. */
  readonly untilSeq: number;
  readonly by: Author;
  readonly createdAtMs: number;
  progress: TaskProgress;
}

// Index deletions_by_status.
const running = query((db) =>
  db.select().from(deletions).where(eq(deletions.status, "running")).orderBy(asc(deletions.id)),
);

/** Started and not finished, oldest first. */
export function readTasks(db: Db): Task[] {
  return running.all(db).map((row) => ({
    id: row.id,
    projectId: toProjectId(row),
    kind: row.kind,
    key: row.key,
    reaches: readReaches(row),
    untilSeq: row.untilSeq,
    by: JSON.parse(row.createdBy) as Author,
    createdAtMs: row.createdAt,
    progress: { deleted: {}, ...(JSON.parse(row.progress) as Partial<TaskProgress>) },
  }));
}

/** No project has id 0: the row must outlive the project. */
export const OUTLIVING = 0;

/** The project of a row. */
export function toProjectId({
  projectId,
  kind,
  key,
}: Pick<typeof deletions.$inferSelect, "projectId" | "kind" | "key">): number {
  return kind === "project" ? Number(key) : projectId;
}

/** Adds to the count of rows that a task deleted from a table, for use in the transaction that deletes them. */
export function addDeleted(db: Db, task: Task, table: string, rows: number): void {
  if (rows === 0) return;
  const { deleted } = task.progress;
  saveProgress(db, task, { ...task.progress, deleted: { ...deleted, [table]: (deleted[table] ?? 0) + rows } });
}

const setProgress = query((db, { id, progress }: { id: number; progress: string }) =>
  db.update(deletions).set({ progress }).where(eq(deletions.id, id)),
);

/** Stores the progress of a task, for use in the transaction of that work. */
export function saveProgress(db: Db, task: Task, progress: TaskProgress): void {
  task.progress = progress;
  setProgress.run(db, { id: task.id, progress: JSON.stringify(progress) });
}
