/**
 * Questions: from the fields of an insight to its answer, and to the people behind a number of it.
 *
 * Each kind has a folder, whose door exports a description of the kind: its fields, its use case, its answer and the people
 * behind. `question-methods.ts` lists the kinds; the handle, the routes, the OpenAPI document and saved insights follow from that
 * list. A query node is the question: `node` has its schema and reads it, `answer` asks the engine and describes the answer,
 * `actors` lists the actors behind a number, `plan` has the plans, plain data for an engine, and `columns/` answers these from columns;
 * `columns.ts` lists the runners of all kinds. `older/` has all of the older dialect: its fields become a node at the door, and the
 * answer is shown in the older shape, with its links. `convert.ts` turns `filters` of any kind into nodes and back.
 *
 * `shared/` has the parts that several kinds use: the fields in one form (`input`), dates (`date-text`, `query-range`), buckets cut on the project's clock (`buckets`, `calendar`), event tests
 * (`selection`), and the cache of answers (`answer`, `result-cache`). `people/` searches, pages and reads the people behind a
 * number. `definitions/` lists names and values, `timeline/` a person's past properties.
 *
 * Invariants: no field that would change an answer is parsed and ignored; the edges of buckets are computed once, and rows find
 * theirs by searching; only `columns/` and `trace/` know an engine. Semantics: reference/insights.md and
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
export { insightMethods, peopleMethods } from "./question-methods.ts";
export { anyQuestionFields, insightKinds, insightPaths, kindAt } from "./registry.ts";
export type {
  ActorsQueryTypes,
  AnyInsightKind,
  AnyInsightResult,
  InsightMethods,
  InsightName,
  InsightQueryTypes,
  InsightSourceNode,
  PeopleMethods,
} from "./registry.ts";
