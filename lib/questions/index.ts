/**
 * Questions: from the fields of an insight to its answer, and to the people behind a number of it.
 *
 * Each kind has a folder. There its fields are read (`…-query`), and become a *plan*, plain data for an engine (`…-plan`); the use case
 * (`trend`, `funnel`, …) puts the engine's answer into the wire's shape; the fields of a link become a plan for the actors
 * behind a number (`…-actors`); `columns/` answers the plans from columns, and `columns.ts` lists the runners of all kinds.
 *
 * `shared/` has the parts that several kinds use: the fields in one form (`input`), the refusal of unsupported ones
 * (`unsupported`), dates (`date-text`, `range`), buckets cut on the project's clock (`buckets`, `calendar`), event tests
 * (`selection`), and the cache of answers (`answer`, `result-cache`). `people/` searches, pages and reads the people behind a
 * number. `saved/` keeps questions and dashboards, `definitions/` lists names and values, `timeline/` a person's past properties.
 *
 * Invariants: no field that would change an answer is parsed and ignored; the edges of buckets are computed once, and rows find
 * theirs by searching; only `columns/` and `trace/` know an engine. Semantics: reference/insights.md, rules of 2022-09.
 */
export { parseExactRange, toExactRange } from "./shared/exact-range.ts";
export { lifecycleActors } from "./lifecycle/lifecycle-actors.ts";
export { retentionActors } from "./retention/retention-actors.ts";
export type { RetentionPoint } from "./retention/retention-actors.ts";
export { stickinessActors } from "./stickiness/stickiness-actors.ts";
export { trendActors } from "./trend/trend-actors.ts";
export { answer, openQuestion } from "./shared/answer.ts";
export type { Answer, Asks } from "./shared/answer.ts";
export type { BreakdownInput } from "./shared/breakdown.ts";
export { fromWallClock, nextInterval, startOfInterval, toWallClock } from "./shared/calendar.ts";
export { ActionEntityInput, EventEntityInput, toEntities } from "./shared/entity.ts";
export type { EntityInput } from "./shared/entity.ts";
export type {
  CorrelationAnswer,
  CorrelationCount,
  CorrelationItem,
  CorrelationPlan,
  CorrelationWhat,
} from "./correlation/correlation-plan.ts";
export { correlation } from "./correlation/correlation.ts";
export type { CorrelationEvent, CorrelationResult } from "./correlation/correlation.ts";
export { correlationActors } from "./correlation/correlation-actors.ts";
export type { FunnelExplanation, FunnelReason } from "./funnel/explain-funnel.ts";
export { funnel } from "./funnel/funnel.ts";
export { funnelActors } from "./funnel/funnel-actors.ts";
export type { FunnelResult } from "./funnel/funnel.ts";
export type { FunnelStepResult, FunnelStepsResult } from "./funnel/funnel-steps.ts";
export type { FunnelTrendResult } from "./funnel/funnel-trends.ts";
export type { TimeToConvertResult } from "./funnel/time-to-convert.ts";
export type {
  FunnelAnswer,
  FunnelLine,
  FunnelPeriodsAnswer,
  FunnelPeriodsLine,
  FunnelTimesAnswer,
  FunnelTrace,
  FunnelTraceAttempt,
  FunnelTraceEvent,
} from "./funnel/funnel-answer.ts";
export type {
  FunnelAttribution,
  FunnelBreakdown,
  FunnelExclusion,
  FunnelOrder,
  FunnelPeriodsPlan,
  FunnelPlan,
  FunnelStep,
  FunnelTimesPlan,
  FunnelWindow,
} from "./funnel/funnel-plan.ts";
export type { Entity } from "./shared/entity.ts";
export { normaliseInput } from "./shared/input.ts";
export { lifecycle } from "./lifecycle/lifecycle.ts";
export type { LifecycleResult, LifecycleSeries } from "./lifecycle/lifecycle.ts";
export type { LifecyclePlan } from "./lifecycle/lifecycle-plan.ts";
export { nextOffset } from "./shared/next-offset.ts";
export { toQuery } from "./shared/person-links.ts";
export { pathActors } from "./paths/path-actors.ts";
export type {
  PathActorsPlan,
  PathEdge,
  PathFunnel,
  PathItems,
  PathNames,
  PathPoint,
  PathsAnswer,
  PathsPlan,
} from "./paths/path-plan.ts";
export type { PathSettings } from "./paths/path-range.ts";
export { paths } from "./paths/paths.ts";
export type { PathsResult } from "./paths/paths.ts";
export type { BrokenFunnelQuestion, FunnelQuestion, FunnelView, PlainFunnelQuestion } from "./funnel/funnel-query.ts";
export type { FunnelExclusionInput } from "./funnel/funnel-exclusion.ts";
export type { CorrelationQuestion } from "./correlation/correlation-query.ts";
export type { LifecycleQuestion, StickinessQuestion } from "./shared/entity-query.ts";
export type { PathCleaning, PathsQuestion } from "./paths/path-query.ts";
export type { RetentionQuestion } from "./retention/retention-query.ts";
export type { TrendQuestion } from "./trend/trend-query.ts";
export type {
  CorrelationPoint,
  FunnelPoint as FunnelPointFields,
  LifecyclePoint,
  PathPoint as PathPointFields,
  RetentionPoint as RetentionPointFields,
  StickinessPoint,
  TrendPoint,
} from "./point-fields.ts";
export { pointFields } from "./point-fields.ts";
export { anyQuestionFields, questionFields } from "./question-fields.ts";
export type { ProjectSettings } from "./shared/project-settings.ts";
export { ALL_TIME_START_MS, isAllTime, resolveRange } from "./shared/range.ts";
export type { RangeContext } from "./shared/range.ts";
export { retention } from "./retention/retention.ts";
export type { RetentionResult, RetentionRowResult } from "./retention/retention.ts";
export type { RetentionPlan } from "./retention/retention-plan.ts";
export { stickiness } from "./stickiness/stickiness.ts";
export type { StickinessResult, StickinessSeries } from "./stickiness/stickiness.ts";
export type { StickinessPlan } from "./stickiness/stickiness-plan.ts";
export { trend } from "./trend/trend.ts";
export type { TrendResult } from "./trend/trend.ts";
export { trendInsight } from "./trend-insight.ts";
export type { BreakdownPlan, NumbersPlan, TrendPlan, TrendSeriesPlan } from "./trend/trend-plan.ts";
export type { TrendFilter } from "./trend/trend-query.ts";
export type { TrendSeries } from "./trend/trend-series.ts";
export { unlessAborted } from "../base/unless-aborted.ts";
export { withSignal } from "./shared/with-signal.ts";
export type { Asker } from "./shared/with-signal.ts";
export { columnRunners } from "./columns.ts";
export { createResultCache } from "./shared/result-cache.ts";
