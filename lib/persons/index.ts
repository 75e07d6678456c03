/**
 * Persons: who is behind the distinct ids.
 *
 * The write path is `applyPerson`: an event's merge (`$identify`, aliases), then the person it belongs to is created or
 * updated. It works on the `IdentityMap`, the cached view of distinct ids and persons inside the current transaction;
 * `writePersons` is the transaction that also writes the persons which changed. The read path (`listPersons`,
 * `getPerson`) is plain SQL over the tables.
 *
 * Invariants: a distinct id belongs to one person at most; a person's UUID follows from project and founding distinct
 * id; the order of arrival decides, never the events' times; no event is rewritten when persons merge.
 * Rules: reference/capture.md 14–17.
 */
export { applyPerson, toUpdate } from "./apply.ts";
export type { PersonEvent, PersonWarning } from "./apply.ts";
export { IdentityMap } from "./identity-map.ts";
export { isIllegalId, isLongerThan } from "./illegal-ids.ts";
export { toMerge } from "./merge.ts";
export { getPerson } from "./get.ts";
export { listPersons, PersonListQuery } from "./list.ts";
export type { PersonListInput } from "./list.ts";
export type { PersonRecord } from "./record.ts";
export { writePersons } from "./write-persons.ts";
