import type { Context } from "../context.ts";

/** Tells what was dropped or changed. */
export interface IngestionWarning {
  projectId: number;
  type: string;
  /** Null = about no event. */
  distinctId: string | null;
  eventUuid: string | null;
  details: Record<string, unknown>;
}

/** Newest warnings of each project, to explain a session of debugging. */
const KEPT_WARNINGS = 1000;

// Projects share the ids; a prime reaches all even when they alternate.
const FORGETS_EVERY = 101;

/** Deletes the oldest beyond the limit. Call it inside a transaction. */
export function addWarning({ db, clock }: Pick<Context, "db" | "clock">, warning: IngestionWarning): void {
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO ingestion_warnings (project_id, type, distinct_id, event_uuid, details, timestamp)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      warning.projectId,
      warning.type,
      warning.distinctId,
      warning.eventUuid,
      JSON.stringify(warning.details),
      clock.now(),
    );
  if (Number(lastInsertRowid) % FORGETS_EVERY === 0) forgetOld(db, warning.projectId);
}

function forgetOld(db: Context["db"], projectId: number): void {
  db.sql(
    `DELETE FROM ingestion_warnings WHERE project_id = ? AND id < (
       SELECT id FROM ingestion_warnings WHERE project_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  ).run(projectId, projectId, KEPT_WARNINGS - 1);
}
