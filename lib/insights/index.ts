/**
 * Insights: questions about events, and the port behind which they are answered.
 *
 * A question's fields are brought to one form (`input`), refused when they ask for what is not there (`unsupported`), and
 * typed (`schema`, `entity`); dates become instants (`date-text`, `range`) and buckets (`buckets`), cut on the project's
 * clock (`calendar`, the only file that knows time zones). All of it becomes a *plan*, plain data, which an `Engine` runs;
 * the use case (`trend`) puts what it found into the wire's shape.
 *
 * Invariants: nothing that would change an answer is parsed and ignored; the edges of buckets are computed once, rows find
 * theirs by searching; this area never knows which engine answers. Semantics: reference/insights.md, rules of 2022-09.
 */
export { nextInterval, startOfInterval } from "./calendar.ts";
export type { Engine, TrendAnswer } from "./engine.ts";
export { toEntities, WireEntity } from "./entity.ts";
export type { Entity } from "./entity.ts";
export { normaliseInput } from "./input.ts";
export type { Counting, ProjectSettings, TrendPlan, TrendSeriesPlan } from "./plan.ts";
export { ALL_TIME_START_MS, isAllTime, resolveRange } from "./range.ts";
export type { RangeContext } from "./range.ts";
export { parseTrendQuery, TrendQuery } from "./schema.ts";
export { trend } from "./trend.ts";
export type { TrendFilter, TrendResult, TrendSeries } from "./trend.ts";
