import { allEvents } from "../../../lib/log/event-rows.ts";
import type { Db } from "../../../lib/storage/index.ts";

/** Timestamp (epoch ms) of the project's earliest event after `afterMs`; null = there is none. */
export function earliestEvent(db: Db, projectId: number, afterMs: number): number | null {
  const timestamp = db
    .sql(`SELECT min(timestamp) FROM ${allEvents()} WHERE project_id = ? AND timestamp > ?`)
    .pluck()
    .get(projectId, afterMs);
  return timestamp === null ? null : Number(timestamp);
}
