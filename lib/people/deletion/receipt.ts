import type { Author } from "../../admin/activity/index.ts";
import { toIso } from "../../base/clock.ts";
import type { Task } from "./task.ts";
import type { Wiped } from "./wipe.ts";

/** What a finished deletion leaves behind. Holds nothing of what was deleted. */
export interface DeletionReceipt {
  /** Who asked. */
  requested_by: Author;
  /** ISO text. */
  requested_at: string;
  /** The last event of the log that had arrived, by its number, and the instant as ISO text; later ones were kept. */
  cut_off: { seq: number; at: string };
  /** Rows by table. Entries of `activity_log` stay and lost a distinct id. */
  deleted: Record<string, number>;
  /** When a walk over the log found nothing any more; ISO text. */
  verified_at: string;
  /** Over the deleted events' uuids: lower-case text, each with a line feed, in the order of arrival. Hex. */
  uuids_sha256: string;
  /** What became of the bytes in the file; see the option `secureDelete`. */
  bytes: Wiped;
}

/** The receipt of a task whose run has ended. */
export function toReceipt(task: Task, bytes: Wiped, verifiedAtMs: number): DeletionReceipt {
  const requestedAt = toIso(task.createdAtMs);
  return {
    requested_by: task.by,
    requested_at: requestedAt,
    cut_off: { seq: task.untilSeq, at: requestedAt },
    deleted: { events: 0, ...task.progress.deleted },
    verified_at: toIso(verifiedAtMs),
    uuids_sha256: task.progress.uuids_sha256 ?? "",
    bytes,
  };
}
