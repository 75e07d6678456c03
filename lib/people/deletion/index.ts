/**
 * Deletion: persons go at once, their events later.
 *
 * `deletePerson` and `deletePersons` remove persons; `requestDeletion` queues their events in the same transaction, as
 * a row with the person's distinct ids and the last event that had arrived; `queueDeletion` does so for other kinds. A
 * person deleted without events leaves a receipt at once (`recordProfileDeletion`), and its events can be requested
 * later. A run (`runDeletions`, or the schedule) takes all waiting requests, deletes in small transactions, walks over
 * the log until it finds nothing, deletes distinct ids without owners and their mentions, makes the bytes unreadable,
 * and leaves a receipt. Only the holder of a lease runs; another process continues a killed run. `listDeletions` and
 * `listDeletionStatus` show the results.
 *
 * An engine with a copy erases that afterwards (`copies`): the receipt names the copy, waits for it, and gets its
 * counts and the time.
 *
 * Invariants: a row holds everything its run needs, since the person is gone by then; a request never deletes events
 * that arrive later, whatever their own time; a distinct id stays while an event carries its ordinal. A run may be
 * killed after any transaction: the next comes to the same end and receipt. Rules: reference/rest.md 9.
 */
export { completeOwnCopies, eraseCopies, hasWaitingCopies } from "./copies.ts";
export { CopyReceipt } from "./copy-receipt.ts";
export { deletePerson, PersonDeleteQuery, requestEventDeletion } from "./delete-person.ts";
export type { PersonDeleteInput } from "./delete-person.ts";
export { BulkDeleteInput, BulkDeletion, deletePersons } from "./delete-persons.ts";
export type { DeletionProgress } from "./batch.ts";
export { Deletion, DeletionListQuery, listDeletions } from "./list.ts";
export type { DeletionListInput, DeletionRecord } from "./list.ts";
export { DELETION_CRON, nextDeletionRun } from "./next-run.ts";
export { lastRequest, onRemoval, onRequest } from "./on-request.ts";
export { DeletionInput, EventDeletionInput, queueDeletion } from "./queue-deletion.ts";
export { registerOwnCopies } from "./own-copies.ts";
export type { DeletionReceipt } from "./receipt.ts";
export { requestDeletion } from "./request.ts";
export {
  finishedBy,
  hasUnfinishedDeletions,
  resumeDeletions,
  runDeletions,
  runScheduledDeletions,
  stopDeletions,
} from "./run.ts";
export type { RunOptions } from "./run.ts";
export { DeletionStatus, DeletionStatusQuery, listDeletionStatus } from "./status.ts";
export type { DeletionStatusInput } from "./status.ts";
export { completeReceipt } from "./waiting-receipts.ts";
export { createDeletionState } from "./deletion-state.ts";
