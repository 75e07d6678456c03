/**
 * Questions: from the fields of an insight to its answer, and to the people behind a number of it.
 *
 * Each kind has a folder, whose door describes it: fields, use case, answer, people behind. `question-methods.ts` lists
 * the kinds; the handle, the routes, the OpenAPI document and saved insights follow from that list. In a folder, `node`
 * has the query node's schema, `answer` asks the engine, `actors` lists the actors behind a number, `plan` is plain
 * data for an engine, and `columns/` answers it from columns. `older/` has the older dialect: its fields become a node
 * at the door, and the answer gets the older shape, with links. `convert.ts` turns `filters` into nodes and back.
 *
 * `shared/` has the parts of several kinds: fields in one form (`input`), dates (`date-text`, `query-range`), buckets
 * cut on the project's clock (`buckets`, `calendar`), event tests (`selection`), and the cache of answers (`answer`,
 * `result-cache`). `people/` searches, pages and reads the people behind a number. `definitions/` lists names and
 * values, `timeline/` a person's past properties.
 *
 * Invariants: no field that would change an answer is parsed and ignored; the edges of buckets are computed once, and
 * rows find theirs by searching; only `columns/` and `trace/` know an engine. Semantics: reference/insights.md and
 * reference/query.md; docs/exactness.md where they differ.
 */
export { filtersToNode, nodeToOldFilters } from "./convert.ts";
export { isNotComputed, notComputed, openQuestion } from "./shared/answer.ts";
export type { Asks } from "./shared/answer.ts";
export { formatInstant } from "./shared/calendar.ts";
export { DateRangeNode, idleEntries } from "./shared/node-fields.ts";
export { defineQuery } from "./shared/query-kind.ts";
export type { AskedHow, FiltersOverride, QueryEnvelope, QueryKind, QueryTypes, Run } from "./shared/query-kind.ts";
export type { RequestFields } from "./shared/request-fields.ts";
export { nextOffset } from "./shared/next-offset.ts";
export type { ActorLists, ActorsBehind, ActorsQuery, EventsBehind } from "./shared/node-kind.ts";
export type { NodePoint } from "./shared/node-point.ts";
export { PlaceField, pointFields } from "./shared/point-fields.ts";
export { CompareFilterNode } from "./shared/node-fields.ts";
export { nodeRanges } from "./shared/node-question.ts";
export { readDates } from "./shared/read-node.ts";
export { formatRange } from "./shared/query-range.ts";
export type { DateRange } from "../port/range.ts";
export { parseEnd, parseMoment } from "./shared/query-range.ts";
export { countVisits, testsOfAction, testsOfNames } from "./visits/count-visits.ts";
export type { Visits } from "./visits/plan.ts";
export { readSessionColumns } from "./visits/read-sessions.ts";
export type { SessionColumn } from "./visits/plan.ts";
export { createExpressionTests } from "./shared/expression-tests.ts";
export { clearResults, createResultCache } from "./shared/result-cache.ts";
export { columnRunners } from "./columns.ts";
export { openGathered, slicedActors } from "./gathered.ts";
export { findInsight, insightMethods, peopleMethods } from "./question-methods.ts";
export type { AnyInsightKind } from "./question-methods.ts";
export { anyQuestionFields, insightKinds, insightPaths, kindAt } from "./registry.ts";
export type {
  ActorsQueryTypes,
  AnyInsightResult,
  InsightMethods,
  InsightName,
  InsightQueryTypes,
  InsightSourceNode,
  PeopleMethods,
} from "./registry.ts";
