/**
 * Filters: `properties` in a question, an entity, a cohort or a project's test accounts.
 *
 * `parseFilters` turns the three wire shapes into one normal form (`filter-node`: plain data, for plans); `compileFilter` compiles
 * that into a test of rows. An operator is an entry of `operators`, over values as stored; a missing value, or null, is
 * `undefined`, which passes only negated tests. Only `regex.ts` compiles users' patterns.
 *
 * `EventTest` describes wanted events: a name and filters; an action has several. `selector.ts` finds elements of
 * autocapture.
 *
 * Invariants: a filter that cannot be read is refused with the path of its field, never skipped; person properties and
 * cohort membership are current, not those at the time of the event. Imports storage only (`cohortLookup` and
 * `groupLookup` read what filters refer to).
 */
export type { Cohort } from "./cohort.ts";
export { cohortLookup, hasBehaviour, isCalculated, plannedCohorts, readCohorts } from "./cohort-lookup.ts";
export { compileFilter, needsPerson, needsSession, sessionJson } from "./compile.ts";
export type { CohortLookup, FilterRow, RowPredicate } from "./compile.ts";
export { compileEventTests } from "./event-test.ts";
export type { EventTest } from "./event-test.ts";
export { groupLookup } from "./group-lookup.ts";
export { parseLooseDate } from "./loose-date.ts";
export { isOperatorName, parseNumber, testOfText } from "./operators.ts";
export type { OperatorName } from "./operators.ts";
export { givenValue, propertyText, storedValue, trimUrl } from "./property-text.ts";
export type { Json, Properties } from "./property-text.ts";
export { parseRelativeDate, withDates } from "./relative-date.ts";
export { compileMatches, compileRegex, compileReplace } from "./regex.ts";
export type { Match } from "./regex.ts";
export { FILTER_FIELDS, FiltersField, FiltersOrTextField } from "./property-filters.ts";
export type {
  AnyFilterInput,
  CohortFilterInput,
  ElementFilterInput,
  FilterGroupInput,
  FilterMapInput,
  GroupFilterInput,
  PropertyFilterInput,
  PropertyFilters,
  SessionFilterInput,
} from "./property-filters.ts";
export { toMetadata } from "./filter-node.ts";
export type {
  CohortFilter,
  ElementFilter,
  FilterGroup,
  FilterNode,
  GroupFilter,
  MetadataFilter,
  MetadataKey,
  SessionFilter,
  ValueFilter,
} from "./filter-node.ts";
export { parseFilters } from "./schema.ts";
export { isVersionPattern, versionOperators } from "./semver.ts";
export { parseSelector } from "./selector.ts";
export { partOperators } from "./text-parts.ts";
