/**
 * Deletion: persons go at once, their events later.
 *
 * `deletePerson` and `deletePersons` remove persons; `requestDeletion` queues the deletion of a person's events in the
 * same transaction, as a row that names the distinct ids that were the person's and the last event that had arrived;
 * `queueDeletion` does the same for other kinds. A person deleted without its events leaves a receipt at once
 * (`recordProfileDeletion`), and its events can be requested later. A run (`runDeletions`, or the schedule) takes all waiting requests,
 * deletes in small transactions, walks over the log until it finds nothing, deletes distinct ids without owners and
 * their mentions, makes the bytes unreadable, and leaves a receipt. Only the holder of a lease runs; another process
 * with the file open continues a run that was killed. `listDeletions` and `listDeletionStatus` show the results.
 *
 * An engine with a copy of its own erases that afterwards (`copies`): the receipt waits for it with the copy's name, and gets its
 * counts and the time.
 *
 * Invariants: a row holds everything its run needs, since the person is gone by then; a request never deletes events
 * that arrive after it, whatever their own time; a distinct id stays as long as an event carries its ordinal. A run may
 * be killed after any transaction: the next run comes to the same end and the same receipt. Rules: reference/rest.md 9.
 */
export { completeOwnCopies, eraseCopies, hasWaitingCopies } from "./copies.ts";
export type { CopyReceipt } from "./copy-receipt.ts";
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
export { createDeletionState } from "./deletion-state.ts";
