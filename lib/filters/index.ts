/**
 * Filters: what `properties` of a question, an entity, a cohort or a project's test accounts mean.
 *
 * `parseFilters` reads any of the three wire shapes into one normal form (plain data, which goes into plans);
 * `compileFilter` makes of it a test of rows. An operator is one entry of `operators`, over values as stored; a missing
 * value is `undefined` and is seen as the empty text. A user's pattern is compiled in `regex.ts` alone.
 *
 * Invariants: a filter that cannot be read is refused with the path of its field, never skipped; person properties and
 * cohort membership are those of now, not of the event. Knows storage only (`cohortLookup` reads definitions).
 */
export { cohortLookup } from "./cohort-lookup.ts";
export { compileFilter, needsPerson } from "./compile.ts";
export type { CohortLookup, FilterRow, RowPredicate } from "./compile.ts";
export { propertyText, storedValue } from "./property-text.ts";
export type { Json, Properties } from "./property-text.ts";
export { parseFilters } from "./schema.ts";
export type { CohortFilter, FilterGroup, FilterNode, GroupFilter, ValueFilter } from "./schema.ts";
