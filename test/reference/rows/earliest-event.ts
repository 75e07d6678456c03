import type { Db } from "../../../lib/storage/index.ts";

/** Timestamp (epoch ms) of the project's earliest event after `afterMs`; null = there is none. */
export function earliestEvent(db: Db, projectId: number, afterMs: number): number | null {
  // One step into the index events_by_timestamp (project_id, timestamp).
  const timestamp = db
    .sql("SELECT min(timestamp) FROM events WHERE project_id = ? AND timestamp > ?")
    .pluck()
    .get(projectId, afterMs);
  return timestamp === null ? null : Number(timestamp);
}
