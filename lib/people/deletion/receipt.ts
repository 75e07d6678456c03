import * as v from "valibot";
import type { Author } from "../../admin/activity/index.ts";
import { Count, Instant, openObject } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { CopyReceipt, waitingCopies } from "./copy-receipt.ts";
import type { Db } from "../../storage/index.ts";
import { ErasedBytes } from "./erase-bytes.ts";
import type { Task } from "./task.ts";

/** The record of a finished deletion. It holds none of the deleted data. */
export const DeletionReceipt = v.object({
  /** The author of the request. */
  requested_by: openObject({ kind: v.picklist(["key", "system"]) }) as v.GenericSchema<unknown, Author>,
  /** ISO text. */
  requested_at: Instant,
  /** The last event that had arrived, by its number, and the instant as ISO text; later events were kept. */
  cut_off: v.object({ seq: Count, at: Instant }),
  /** Deleted rows by table. For `activity_log`, entries that lost a distinct id; these stay. */
  deleted: v.record(v.string(), Count),
  /** Time when a walk over the log found nothing; ISO text. */
  verified_at: Instant,
  /** SHA-256 of the deleted events' uuids: lower-case text, each with a line feed, in the order of arrival. Hex. */
  uuids_sha256: v.string(),
  /** The state of the bytes in the file; see the option `secureDelete`. */
  bytes: ErasedBytes,
  /** Copies of the events outside the database; absent = there was none. */
  copies: v.exactOptional(v.array(CopyReceipt)),
});
export interface DeletionReceipt extends v.InferOutput<typeof DeletionReceipt> {}

/** The receipt of a task whose run has ended; copies are erased afterwards. */
export function toReceipt(db: Db, task: Task, bytes: ErasedBytes, verifiedAtMs: number): DeletionReceipt {
  const requestedAt = toIso(task.createdAtMs);
  return {
    requested_by: task.by,
    requested_at: requestedAt,
    cut_off: { seq: task.untilSeq, at: requestedAt },
    deleted: { events: 0, ...task.progress.deleted },
    verified_at: toIso(verifiedAtMs),
    uuids_sha256: task.progress.uuids_sha256 ?? "",
    bytes,
    ...waitingCopies(db, verifiedAtMs),
  };
}
