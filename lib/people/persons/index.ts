/**
 * Persons: the people behind the distinct ids.
 *
 * `applyPerson` writes: an event's merge (`$identify`, aliases), then creation or update, on the `IdentityMap`, the
 * transaction's cached view; `writePersons` is the transaction that writes changed persons. `listPersons` and
 * `getPerson` read by SQL; filters on any property use the `PropertyIndex` in memory
 * (`engines/columns/entities/person-values.ts` says why the engine has another). The API's changes are captured events
 * (`updatePerson` and similar), except a split and a removal, which change owners of distinct ids.
 *
 * Invariants: a distinct id belongs to at most one person; a person's UUID follows from project and founding distinct
 * id; the order of arrival decides, never the events' times; no event is rewritten when persons merge. Rules:
 * reference/capture.md 14–17.
 */
export { applyPerson } from "./apply.ts";
export { freeUuid } from "./free-uuid.ts";
export { IdentityMap } from "./identity-map.ts";
export { isIllegalId, isLongerThan } from "./illegal-ids.ts";
export { toMerge } from "./merge.ts";
export { findPersonsByDistinctIds, findPersonsByUuids, PersonBatch, ResetInput } from "./batch.ts";
export { findPersonId, getPerson } from "./get.ts";
export { listPersons, PersonListQuery } from "./list.ts";
export type { PersonListInput, PersonPage } from "./list.ts";
export { toName } from "./name.ts";
export type { Properties } from "./person.ts";
export { createPropertyHistory } from "./property-history.ts";
export { Person, readRecords } from "./record.ts";
export type { PersonRecord } from "./record.ts";
export { splitPerson, SplitInput } from "./split.ts";
export {
  deleteProperty,
  PersonUpdateInput,
  PropertyDeleteInput,
  PropertyUpdateInput,
  updatePerson,
  updateProperty,
} from "./update.ts";
export type { CapturingEdit, Edit } from "./update.ts";
export { listPersonValues, PersonValuesQuery, PropertyValue } from "./values.ts";
export type { PersonValuesInput } from "./values.ts";
export { walkPersons } from "./walk.ts";
export { writePersons } from "./write-persons.ts";
export { PropertyIndex } from "./property-index.ts";
