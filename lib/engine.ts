/**
 * hoglet/engine: the types for the author of an engine, for `createHoglet({ engine })`. `Engine` is the port, `AnyPlan` every plan
 * that it has to answer, `Feed` its way to the data. Each plan's type says what its fields and its answer mean. Besides types there
 * are `openGathered`, which answers plans over rows that an engine gathers, all at once or in slices (`slicedActors`),
 * `openActorFunnel`, which answers funnels over rows that come actor by actor, and hoglet's own rules for values, filters and
 * patterns, for engines that make answers of their own.
 */
import type { CorrelationPlan } from "./questions/correlation/plan.ts";
import type { EventNamesPlan, EventValuesPlan, PropertyKeysPlan } from "./questions/definitions/catalogue-plan.ts";
import type {
  FunnelActorsPlan,
  FunnelPeriodsPlan,
  FunnelPlan,
  FunnelTimesPlan,
  FunnelTracePlan,
} from "./questions/funnel/plan.ts";
import type { LifecycleActorsPlan, LifecyclePlan } from "./questions/lifecycle/plan.ts";
import type { PathActorsPlan, PathsPlan } from "./questions/paths/plan.ts";
import type { AppearancesPlan, RetentionActorsPlan, RetentionPlan } from "./questions/retention/plan.ts";
import type { EarliestEventPlan } from "./questions/shared/earliest-event.ts";
import type { StickinessActorsPlan, StickinessPlan } from "./questions/stickiness/plan.ts";
import type { QuantilesPlan, TrendActorsPlan, TrendPlan } from "./questions/trend/plan.ts";
import type { SessionsPlan, VisitsPlan } from "./questions/visits/plan.ts";

export { MAX_SELECTIONS, openActorFunnel } from "./questions/funnel/columns/index.ts";
export { MIN_ITEM_ACTORS, MIN_ITEM_PART, strongestItems } from "./questions/correlation/index.ts";
export { openGathered, slicedActors } from "./questions/index.ts";
export type { ActorBlock, ActorFunnel, ActorFunnelPlan, TalliedActors } from "./questions/funnel/columns/index.ts";
export type { Gathered, GatheredOptions } from "./engines/gathered/index.ts";
export { compileFilter, compileRegex, parseNumber, propertyText, trimUrl } from "./events/filters/index.ts";
export type {
  AskOptions,
  CopyProgress,
  Engine,
  EngineSource,
  EngineStatus,
  ErasedCopy,
  OpenEngine,
} from "./port/engine.ts";
export type { Logger } from "./base/log.ts";
export type {
  Claim,
  DistinctIdEntry,
  EventEntry,
  Feed,
  FeedBatch,
  FeedEntry,
  FeedOptions,
  GoneEventEntry,
  GroupEntry,
  Mark,
  MemberEntry,
  PersonEntry,
  StartMark,
  StateEntry,
} from "./port/feed.ts";
export type { EventRow } from "./port/row.ts";
export type { AnswerOf, Plan } from "./port/plan.ts";
export type {
  ActorCursor,
  ActorKeys,
  ActorKind,
  ActorList,
  ActorPage,
  ActorsPlan,
  AppearancesPage,
  EntityKind,
  Paging,
} from "./port/actors.ts";
export type { Aggregate, Counting } from "./port/counting.ts";
export type { Bin, GroupValue, LineKey } from "./port/lines.ts";
export type { DateRange } from "./port/range.ts";
export type { Selection } from "./port/selection.ts";
export type { ValueForm, ValueSource } from "./port/value-source.ts";
export type { Element } from "./events/elements/index.ts";
export type {
  Cohort,
  CohortFilter,
  ElementFilter,
  EventTest,
  FilterGroup,
  FilterNode,
  FilterRow,
  GroupFilter,
  Json,
  MetadataFilter,
  MetadataKey,
  OperatorName,
  Properties,
  SessionFilter,
  ValueFilter,
} from "./events/filters/index.ts";
export type { EarliestEventPlan } from "./questions/shared/earliest-event.ts";
export type {
  EventCount,
  EventNamesPlan,
  EventValuesPlan,
  PropertyKey,
  PropertyKeysPlan,
  ValueCount,
} from "./questions/definitions/catalogue-plan.ts";
export type {
  BreakdownPlan,
  QuantilesPlan,
  TrendActorList,
  TrendActorsPlan,
  TrendAnswer,
  TrendLine,
  TrendPlan,
  TrendSeriesPlan,
  ValueCounting,
} from "./questions/trend/plan.ts";
export type {
  LifecycleActorList,
  LifecycleActorsPlan,
  LifecycleAnswer,
  LifecyclePlan,
  LifecycleStatus,
} from "./questions/lifecycle/plan.ts";
export type {
  StickinessActorList,
  StickinessActorsPlan,
  StickinessAnswer,
  StickinessCriterion,
  StickinessPlan,
} from "./questions/stickiness/plan.ts";
export type {
  AppearanceList,
  AppearancesPlan,
  RetentionActorList,
  RetentionActorsPlan,
  RetentionAnswer,
  RetentionPlan,
  RetentionReturns,
  RetentionRow,
} from "./questions/retention/plan.ts";
export type {
  ActorsFunnelPlan,
  FunnelActorList,
  FunnelActorsPlan,
  FunnelAttribution,
  FunnelBreakdown,
  FunnelDid,
  FunnelExclusion,
  FunnelOrder,
  FunnelPeriodsPlan,
  FunnelPlan,
  FunnelPoint,
  FunnelStep,
  FunnelTimesPlan,
  FunnelTracePlan,
  FunnelWindow,
} from "./questions/funnel/plan.ts";
export type {
  FunnelAnswer,
  FunnelLine,
  FunnelPeriodsAnswer,
  FunnelPeriodsLine,
  FunnelReason,
  FunnelTimesAnswer,
  FunnelTrace,
  FunnelTraceEvent,
  FunnelTraceStep,
} from "./questions/funnel/funnel-answer.ts";
export type {
  CorrelationAnswer,
  CorrelationCount,
  CorrelationItem,
  CorrelationPlan,
  CorrelationWhat,
} from "./questions/correlation/plan.ts";
export type {
  PathActorList,
  PathActorsPlan,
  PathEdge,
  PathFunnel,
  PathItems,
  PathNames,
  PathPoint,
  PathReplacement,
  PathsAnswer,
  PathsPlan,
  PathTranslation,
} from "./questions/paths/plan.ts";

export type { SessionColumn, SessionsAnswer, SessionsPlan, Visits, VisitsPlan } from "./questions/visits/plan.ts";
export type { SessionKey, SessionValue } from "./events/sessions/index.ts";

/** The plans of actors behind a number. */
export type AnyActorsPlan =
  | TrendActorsPlan
  | LifecycleActorsPlan
  | StickinessActorsPlan
  | RetentionActorsPlan
  | FunnelActorsPlan
  | PathActorsPlan;

/** Every plan that an engine has to answer. `kind` tells them apart. */
export type AnyPlan =
  | AnyActorsPlan
  | EarliestEventPlan
  | QuantilesPlan
  | EventNamesPlan
  | PropertyKeysPlan
  | EventValuesPlan
  | TrendPlan
  | LifecyclePlan
  | StickinessPlan
  | RetentionPlan
  | AppearancesPlan
  | FunnelPlan
  | FunnelTimesPlan
  | FunnelPeriodsPlan
  | FunnelTracePlan
  | CorrelationPlan
  | PathsPlan
  | VisitsPlan
  | SessionsPlan;
