import type { Author } from "../activity/index.ts";
import type { Context } from "../context.ts";
import { toJson } from "../storage/index.ts";

/** What is to be deleted. */
export interface DeletionRequest {
  projectId: number;
  /** UUID and primary key of a person that still is there. */
  uuid: string;
  personId: number;
  by: Author;
}

/**
 * Queues the deletion of all events that a person has now. Call inside the transaction of the removal, before it. A
 * request that still waits is widened to what there is now; one that runs or is done stays as it is, and another is made
 * (a person who came back has the same UUID).
 */
export function requestDeletion(
  { db, clock }: Pick<Context, "db" | "clock">,
  { projectId, uuid, personId, by }: DeletionRequest,
): void {
  const lastSeq = Number(db.sql("SELECT coalesce(max(seq), 0) FROM events").pluck().get());
  const ordinals = db
    .sql("SELECT id FROM distinct_ids WHERE person_id = ? ORDER BY id")
    .pluck()
    .all(personId) as number[];
  const waiting = db
    .sql(
      `SELECT id, distinct_id_ids FROM deletions
       WHERE project_id = ? AND kind = 'person' AND key = ? AND status = 'pending'`,
    )
    .get(projectId, uuid) as { id: number; distinct_id_ids: string } | undefined;
  if (waiting === undefined) {
    db.sql(
      `INSERT INTO deletions (project_id, kind, key, distinct_id_ids, until_seq, created_by, created_at)
       VALUES (?, 'person', ?, ?, ?, ?, ?)`,
    ).run(projectId, uuid, JSON.stringify(ordinals), lastSeq, toJson(by), clock.now());
    return;
  }
  const all = new Set([...(JSON.parse(waiting.distinct_id_ids) as number[]), ...ordinals]);
  db.sql("UPDATE deletions SET distinct_id_ids = ?, until_seq = ?, created_by = ?, created_at = ? WHERE id = ?").run(
    JSON.stringify([...all]),
    lastSeq,
    toJson(by),
    clock.now(),
    waiting.id,
  );
}
