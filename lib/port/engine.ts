import type { Actors, ActorsPlan, Appearances, AppearancesPlan } from "../questions/actors-plan.ts";
import type { EventCount, EventValuesPlan, PropertyKey, PropertyKeysPlan, ValueCount } from "./catalogue-plan.ts";
import type { CorrelationAnswer, CorrelationPlan } from "../questions/correlation/correlation-plan.ts";
import type {
  FunnelAnswer,
  FunnelPeriodsAnswer,
  FunnelTimesAnswer,
  FunnelTrace,
} from "../questions/funnel/funnel-answer.ts";
import type { FunnelPeriodsPlan, FunnelPlan, FunnelTimesPlan } from "../questions/funnel/funnel-plan.ts";
import type { Bin } from "../questions/shared/histogram.ts";
import type { LifecyclePlan } from "../questions/lifecycle/lifecycle-plan.ts";
import type { PathsAnswer, PathsPlan } from "../questions/paths/path-plan.ts";
import type { RetentionPlan } from "../questions/retention/retention-plan.ts";
import type { StickinessPlan } from "../questions/stickiness/stickiness-plan.ts";
import type { NumbersPlan, TrendPlan } from "../questions/trend/trend-plan.ts";

/** A value that rows are grouped by: text, or a number where the source is one. Missing = the empty text. */
export type GroupValue = string | number;

/** Which line of a series it is; what a plan's `breakdown` asks for decides the type. */
export type LineKey =
  | { type: "whole" }
  | { type: "values"; values: GroupValue[] }
  | { type: "rest" }
  | { type: "bin"; bin: Bin }
  | { type: "cohort"; id: number | null };

/** One line of an answer. */
export interface TrendLine {
  key: LineKey;
  /** One number per edge of the plan. */
  data: number[];
}

/** What an engine found for a trend: the lines of each series of the plan, in its order; lines in no particular one. */
export interface TrendAnswer {
  series: TrendLine[][];
}

/** Actors per period, in the order of the plan's periods (its first edge, the look-back, left out). */
export interface LifecycleAnswer {
  new: number[];
  returning: number[];
  resurrecting: number[];
  /** Positive. */
  dormant: number[];
}

/** Actors by how many buckets they were active in: place 0 = exactly one; as long as the plan's `points`. */
export interface StickinessAnswer {
  actors: number[];
}

/** One row of retention: actors per distance from the row's period. */
export interface RetentionRow {
  /** Place of the row among the plan's `rowEdgesMs`, or the values of its `breakdown`. Rows without actors may be absent. */
  key: number | GroupValue[];
  counts: number[];
}

export interface RetentionAnswer {
  rows: RetentionRow[];
}

/**
 * The port behind which questions are answered. An engine runs plans (plain data) over the events of one project and
 * knows nothing of dates, wire shapes, labels or actions; every acknowledged write is seen. All calls are asynchronous,
 * because an engine may live in another thread or on another machine. It grows by one method per kind of question.
 */
export interface Engine {
  /** Timestamp (epoch ms) of the project's earliest event after `afterMs`; null = there is none. */
  earliestEvent(projectId: number, afterMs: number): Promise<number | null>;
  /** The distinct numbers that a source has on the selected events, ascending. */
  distinctNumbers(plan: NumbersPlan): Promise<number[]>;
  /** The names that the project's events have, in no particular order. */
  eventNames(projectId: number): Promise<EventCount[]>;
  /** The keys that properties of events have, in no particular order; very rare ones, or of long ago, may be missing. */
  propertyKeys(plan: PropertyKeysPlan): Promise<PropertyKey[]>;
  /** The most frequent values of a property; of one with very many values, among the newest events. */
  eventValues(plan: EventValuesPlan): Promise<ValueCount[]>;
  trend(plan: TrendPlan): Promise<TrendAnswer>;
  lifecycle(plan: LifecyclePlan): Promise<LifecycleAnswer>;
  stickiness(plan: StickinessPlan): Promise<StickinessAnswer>;
  retention(plan: RetentionPlan): Promise<RetentionAnswer>;
  /** How often one item of paths followed another. */
  paths(plan: PathsPlan): Promise<PathsAnswer>;
  /** All actors behind a number. */
  actors(plan: ActorsPlan): Promise<Actors>;
  /** All actors of a row of retention, and when each came back. */
  appearances(plan: AppearancesPlan): Promise<Appearances>;
  /** How many got how far, and how long it took them. */
  funnel(plan: FunnelPlan): Promise<FunnelAnswer>;
  funnelTimes(plan: FunnelTimesPlan): Promise<FunnelTimesAnswer>;
  funnelPeriods(plan: FunnelPeriodsPlan): Promise<FunnelPeriodsAnswer>;
  /**
   * What one actor (see `Actors`: a number, or a group's key) did, for explaining a funnel.
   * @param seqs the actor's events in the log, if the caller knows them: it is found without looking through the others
   */
  funnelTrace(plan: FunnelPlan, actor: number | string, seqs?: readonly number[]): Promise<FunnelTrace>;
  /** What those who went through a funnel, and those who did not, have in common. */
  correlation(plan: CorrelationPlan): Promise<CorrelationAnswer>;
  /**
   * The same engine for a caller who may lose interest: what it is asked ends when the signal aborts, refused as `cancelled`.
   * Absent = its work cannot be stopped.
   */
  until?(signal: AbortSignal): Engine;
}

/** A kind of question, by the name of its method. */
export type EngineMethod = Exclude<keyof Engine, "until">;
