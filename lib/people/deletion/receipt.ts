import type { Author } from "../../admin/activity/index.ts";
import { toIso } from "../../base/clock.ts";
import { waitingCopies } from "./copy-receipt.ts";
import type { CopyReceipt } from "./copy-receipt.ts";
import type { Db } from "../../storage/index.ts";
import type { Task } from "./task.ts";
import type { ErasedBytes } from "./erase-bytes.ts";

/** The record of a finished deletion. It holds none of the deleted data. */
export interface DeletionReceipt {
  /** The author of the request. */
  requested_by: Author;
  /** ISO text. */
  requested_at: string;
  /** The last event that had arrived, by its number, and the instant as ISO text; later events were kept. */
  cut_off: { seq: number; at: string };
  /** Deleted rows by table. For `activity_log`, entries that lost a distinct id; these stay. */
  deleted: Record<string, number>;
  /** Time when a walk over the log found nothing; ISO text. */
  verified_at: string;
  /** SHA-256 of the deleted events' uuids: lower-case text, each with a line feed, in the order of arrival. Hex. */
  uuids_sha256: string;
  /** The state of the bytes in the file; see the option `secureDelete`. */
  bytes: ErasedBytes;
  /** Copies of the events outside the database; absent = there was none. */
  copies?: CopyReceipt[];
}

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
    ...waitingCopies(db),
  };
}
