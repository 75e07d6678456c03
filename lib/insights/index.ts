/**
 * Insights: questions about events, and the port behind which they are answered.
 *
 * A question's fields are brought to one form (`input`), refused when they ask for what is not there (`unsupported`), and
 * typed (`trend-query`, `entity-query`, `retention-query`); dates become instants (`date-text`, `range`) and buckets
 * (`buckets`), cut on the project's clock (`calendar`, the only file that knows time zones); actions become filters
 * (`selection`). All of it becomes a *plan*, plain data, which an `Engine` runs; the use case (`trend`, `lifecycle`,
 * `stickiness`, `retention`) puts what it found into the wire's shape. `answer` keeps answers until something is written.
 * `funnel/` and `correlation/` do so for funnels, which have several answers of one plan.
 * `path-query` to `paths` do so for paths, which may rest on a funnel.
 * `questions/` says what a question may hold, field by field: its types for callers in process, and which fields are known.
 * `actors/` does the same for who is behind a number: the fields of a link become an `ActorsPlan`.
 *
 * Invariants: nothing that would change an answer is parsed and ignored; the edges of buckets are computed once, rows find
 * theirs by searching; this area never knows which engine answers. Semantics: reference/insights.md, rules of 2022-09.
 */
export type { Actors, ActorsPlan, Appearances, AppearancesPlan, LifecycleStatus } from "./actors/actors-plan.ts";
export type {
  LifecycleActorsPlan,
  RetentionActorsPlan,
  StickinessActorsPlan,
  TrendActorsPlan,
} from "./actors/actors-plan.ts";
export { parseExactRange, toExactRange } from "./actors/exact-range.ts";
export { lifecycleActors } from "./actors/lifecycle-actors.ts";
export { retentionActors } from "./actors/retention-actors.ts";
export type { RetentionPoint } from "./actors/retention-actors.ts";
export { stickinessActors } from "./actors/stickiness-actors.ts";
export { trendActors } from "./actors/trend-actors.ts";
export { answer, openQuestion } from "./answer.ts";
export type { Answer, Asks } from "./answer.ts";
export type { BreakdownInput, ValueSource } from "./breakdown.ts";
export { fromWallClock, nextInterval, startOfInterval, toWallClock } from "./calendar.ts";
export type { EventCount, EventValuesPlan, PropertyKey, PropertyKeysPlan, ValueCount } from "./catalogue-plan.ts";
export type { Aggregate, Counting } from "./counting.ts";
export type {
  Engine,
  EngineMethod,
  GroupValue,
  LifecycleAnswer,
  LineKey,
  RetentionAnswer,
  RetentionRow,
  StickinessAnswer,
  TrendAnswer,
  TrendLine,
} from "./engine.ts";
export { ActionEntityInput, EventEntityInput, toEntities } from "./entity.ts";
export type { EntityInput } from "./entity.ts";
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
  FunnelActorsPlan,
  FunnelAnswer,
  FunnelDid,
  FunnelLine,
  FunnelPeriodsAnswer,
  FunnelPeriodsLine,
  FunnelPoint,
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
export type { Entity } from "./entity.ts";
export type { Bin } from "./histogram.ts";
export { normaliseInput } from "./input.ts";
export { lifecycle } from "./lifecycle.ts";
export type { LifecycleResult, LifecycleSeries } from "./lifecycle.ts";
export type { LifecyclePlan } from "./lifecycle-plan.ts";
export { nextOffset } from "./next-offset.ts";
export { toQuery } from "./person-links.ts";
export { pathActors } from "./path-actors.ts";
export type {
  PathActorsPlan,
  PathEdge,
  PathFunnel,
  PathItems,
  PathNames,
  PathPoint,
  PathsAnswer,
  PathsPlan,
} from "./path-plan.ts";
export type { PathSettings } from "./path-range.ts";
export { paths } from "./paths.ts";
export type { PathsResult } from "./paths.ts";
export type { BrokenFunnelQuestion, FunnelQuestion, FunnelView, PlainFunnelQuestion } from "./funnel/funnel-query.ts";
export type { FunnelExclusionInput } from "./funnel/funnel-exclusion.ts";
export type { CorrelationQuestion } from "./correlation/correlation-query.ts";
export type { LifecycleQuestion, StickinessQuestion } from "./entity-query.ts";
export type { PathCleaning, PathsQuestion } from "./path-query.ts";
export type { RetentionQuestion } from "./retention-query.ts";
export type { TrendQuestion } from "./trend-query.ts";
export type {
  CorrelationPoint,
  FunnelPoint as FunnelPointFields,
  LifecyclePoint,
  PathPoint as PathPointFields,
  RetentionPoint as RetentionPointFields,
  StickinessPoint,
  TrendPoint,
} from "./questions/point-fields.ts";
export { pointFields } from "./questions/point-fields.ts";
export { anyQuestionFields, questionFields } from "./questions/question-fields.ts";
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
export { unlessAborted } from "./unless-aborted.ts";
export { withSignal } from "./with-signal.ts";
export type { Asker } from "./with-signal.ts";
