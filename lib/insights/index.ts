/**
 * Insights: questions about events, and the port behind which they are answered.
 *
 * A question's fields are brought to one form (`input`), refused when they ask for what is not there (`unsupported`), and
 * typed (`trend-query`, `entity-query`, `retention-query`); dates become instants (`date-text`, `range`) and buckets
 * (`buckets`), cut on the project's clock (`calendar`, the only file that knows time zones); actions become filters
 * (`selection`). All of it becomes a *plan*, plain data, which an `Engine` runs; the use case (`trend`, `lifecycle`,
 * `stickiness`, `retention`) puts what it found into the wire's shape. `answer` keeps answers until something is written.
 *
 * Invariants: nothing that would change an answer is parsed and ignored; the edges of buckets are computed once, rows find
 * theirs by searching; this area never knows which engine answers. Semantics: reference/insights.md, rules of 2022-09.
 */
export type { Answer } from "./answer.ts";
export type { ValueSource } from "./breakdown.ts";
export { fromWallClock, nextInterval, startOfInterval, toWallClock } from "./calendar.ts";
export type { Aggregate, Counting } from "./counting.ts";
export type {
  Engine,
  GroupValue,
  LifecycleAnswer,
  LineKey,
  RetentionAnswer,
  RetentionRow,
  StickinessAnswer,
  TrendAnswer,
  TrendLine,
} from "./engine.ts";
export { toEntities, WireEntity } from "./entity.ts";
export type { Entity } from "./entity.ts";
export type { Bin } from "./histogram.ts";
export { normaliseInput } from "./input.ts";
export { lifecycle } from "./lifecycle.ts";
export type { LifecycleResult, LifecycleSeries } from "./lifecycle.ts";
export type { LifecyclePlan } from "./lifecycle-plan.ts";
export { nextOffset } from "./next-offset.ts";
export type { ProjectSettings } from "./project-settings.ts";
export { ALL_TIME_START_MS, isAllTime, resolveRange } from "./range.ts";
export type { DateRange, RangeContext } from "./range.ts";
export { retention } from "./retention.ts";
export type { RetentionResult, RetentionRowResult } from "./retention.ts";
export type { RetentionPlan } from "./retention-plan.ts";
export type { Selection } from "./selection.ts";
export { stickiness } from "./stickiness.ts";
export type { StickinessResult, StickinessSeries } from "./stickiness.ts";
export type { ActorKind, StickinessPlan } from "./stickiness-plan.ts";
export { trend } from "./trend.ts";
export type { TrendResult } from "./trend.ts";
export { trendInsight } from "./trend-insight.ts";
export type { BreakdownPlan, NumbersPlan, TrendPlan, TrendSeriesPlan } from "./trend-plan.ts";
export type { TrendFilter } from "./trend-query.ts";
export type { TrendSeries } from "./trend-series.ts";
