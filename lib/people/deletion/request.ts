import type { Author } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { toJson } from "../../storage/index.ts";
import { notifyRequest } from "./on-request.ts";

/** The person whose events a request deletes. */
export interface DeletionRequest {
  projectId: number;
  /** UUID and primary key of a person that still exists. */
  uuid: string;
  personId: number;
  by: Author;
}

interface WaitingRow extends ReachRow {
  id: number;
}

/**
 * Queues the deletion of all current events of a person. Call it inside the transaction that removes the person, before
 * the removal. A waiting request is extended to now. A running or finished request stays as it is, and a new request is
 * created (a person who came back has the same UUID). Each distinct id keeps its own end, since an id that was the
 * person's at an earlier request may now be another person's.
 */
export function requestDeletion(
  { db, clock, deletions }: Pick<Context, "db" | "clock" | "deletions">,
  { projectId, uuid, personId, by }: DeletionRequest,
): void {
  const lastSeq = Number(db.sql("SELECT coalesce(max(seq), 0) FROM events").pluck().get());
  const nowMs = clock.now();
  notifyRequest({ deletions }, nowMs);
  const ordinals = db.sql<number>("SELECT id FROM distinct_ids WHERE person_id = ? ORDER BY id").pluck().all(personId);
  const waiting = db
    .sql<WaitingRow>(
      `SELECT id, distinct_id_ids, reach, until_seq, created_at FROM deletions
       WHERE project_id = ? AND kind = 'person' AND key = ? AND status = 'pending'`,
    )
    .get(projectId, uuid);
  const reaches = waiting === undefined ? new Map<number, OwnedUntil>() : readReaches(waiting);
  for (const ordinal of ordinals) reaches.set(ordinal, [lastSeq, nowMs]);
  const [ids, reach] = [JSON.stringify([...reaches.keys()]), JSON.stringify([...reaches.values()])];
  if (waiting === undefined) {
    db.sql(
      `INSERT INTO deletions (project_id, kind, key, distinct_id_ids, reach, until_seq, created_by, created_at)
       VALUES (?, 'person', ?, ?, ?, ?, ?, ?)`,
    ).run(projectId, uuid, ids, reach, lastSeq, toJson(by), nowMs);
    return;
  }
  db.sql(
    "UPDATE deletions SET distinct_id_ids = ?, reach = ?, until_seq = ?, created_by = ?, created_at = ? WHERE id = ?",
  ).run(ids, reach, lastSeq, toJson(by), nowMs, waiting.id);
}

/** The last `seq` and the instant (epoch ms) up to which a distinct id was the person's. */
export type OwnedUntil = [untilSeq: number, untilMs: number];

/** The columns that `readReaches` needs. */
export interface ReachRow {
  distinct_id_ids: string;
  reach: string;
  until_seq: number;
  created_at: number;
}

/** By ordinal, as stored in a row; rows of older versions reach as far as the request. */
export function readReaches(row: ReachRow): Map<number, OwnedUntil> {
  const reach = JSON.parse(row.reach) as OwnedUntil[];
  const ordinals = JSON.parse(row.distinct_id_ids) as number[];
  return new Map(ordinals.map((ordinal, index) => [ordinal, reach[index] ?? [row.until_seq, row.created_at]]));
}
