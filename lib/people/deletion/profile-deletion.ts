import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { newestSeq } from "../../log/index.ts";
import { toJson } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { and, asc, eq, insertInto, query } from "../../storage/queries/index.ts";
import { deletions } from "../../storage/tables/index.ts";
import { waitingCopies } from "./copy-receipt.ts";
import type { DeletionReceipt } from "./receipt.ts";
import { ordinalsOf, readReaches } from "./request.ts";
import type { DeletionRequest, OwnedUntil } from "./request.ts";

const addDone = insertInto(deletions, [
  "projectId",
  "kind",
  "key",
  "distinctIdIds",
  "reach",
  "untilSeq",
  "status",
  "createdBy",
  "createdAt",
  "deleteVerifiedAt",
  "receipt",
]);

/** SHA-256 of no bytes: no event was deleted. */
const HASH_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/**
 * Records a person's deletion without events: a receipt, and the ordinals for deleting the events later. Call it inside
 * the transaction, before the removal.
 */
export function recordProfileDeletion(
  { db, clock }: Pick<Context, "db" | "clock">,
  { projectId, uuid, personId, by }: DeletionRequest,
): void {
  const ordinals = ordinalsOf.all(db, { personId }).map(({ id }) => id);
  const [nowMs, seq] = [clock.now(), newestSeq(db)];
  const at = toIso(nowMs);
  const receipt: DeletionReceipt = {
    requested_by: by,
    requested_at: at,
    cut_off: { seq, at },
    deleted: { events: 0, persons: 1, distinct_ids: ordinals.length },
    verified_at: at,
    uuids_sha256: HASH_OF_NOTHING,
    bytes: "kept",
    ...waitingCopies(db, nowMs),
  };
  addDone.run(db, {
    projectId,
    kind: "person_profile",
    key: uuid,
    distinctIdIds: JSON.stringify(ordinals),
    reach: JSON.stringify(ordinals.map(() => [seq, nowMs])),
    untilSeq: seq,
    status: "done",
    createdBy: toJson(by),
    createdAt: nowMs,
    deleteVerifiedAt: nowMs,
    receipt: toJson(receipt),
  });
}

// Index deletions_by_key. A person that came back may be deleted twice.
const profileDeletions = query((db, given: { projectId: number; uuid: string }) =>
  db
    .select()
    .from(deletions)
    .where(
      and(
        eq(deletions.projectId, given.projectId),
        eq(deletions.kind, "person_profile"),
        eq(deletions.key, given.uuid),
      ),
    )
    .orderBy(asc(deletions.id)),
);

/** The ids whose events stayed, each until the end of its time with the person. */
export function keptEventsOf(db: Db, projectId: number, uuid: string): Map<number, OwnedUntil> {
  const kept = new Map<number, OwnedUntil>();
  for (const row of profileDeletions.all(db, { projectId, uuid })) {
    for (const [ordinal, until] of readReaches(row)) kept.set(ordinal, until);
  }
  return kept;
}
