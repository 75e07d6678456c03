/**
 * Deletion: persons go at once, their events later.
 *
 * `deletePerson` and `deletePersons` remove persons; `requestDeletion` queues the deletion of a person's events in the
 * same transaction, as a row that names the distinct ids that were the person's and the last event that had arrived.
 * `listDeletionStatus` shows what became of it.
 *
 * Invariants: a row holds everything its run needs, since the person is gone by then; events that arrive after the
 * request are not touched by it, whatever their own time; the distinct ids stay, for events carry their ordinals.
 * Rules: reference/rest.md 9.
 */
export { deletePerson, PersonDeleteQuery, requestEventDeletion } from "./delete-person.ts";
export type { PersonDeleteInput } from "./delete-person.ts";
export { BulkDeleteInput, deletePersons } from "./delete-persons.ts";
export type { BulkDeletion } from "./delete-persons.ts";
export { requestDeletion } from "./request.ts";
export { DeletionStatusQuery, listDeletionStatus } from "./status.ts";
export type { DeletionStatus, DeletionStatusInput } from "./status.ts";
