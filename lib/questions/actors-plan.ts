import type { Counting } from "./shared/counting.ts";
import type { BreakdownPlan } from "./trend/trend-plan.ts";
import type { GroupValue, LifecycleAnswer, LineKey } from "../port/engine.ts";
import type { FunnelActorsPlan } from "./funnel/funnel-answer.ts";
import type { LifecyclePlan } from "./lifecycle/lifecycle-plan.ts";
import type { DateRange } from "./shared/range.ts";
import type { PathActorsPlan } from "./paths/path-plan.ts";
import type { RetentionPlan } from "./retention/retention-plan.ts";
import type { Selection } from "./shared/selection.ts";
import type { ActorKind, StickinessPlan } from "./stickiness/stickiness-plan.ts";

/**
 * A number of an answer, to find the actors behind: plain data that survives `structuredClone`, one kind for each kind of
 * question. Source: reference/insights.md 13.
 */
export type ActorsPlan =
  | TrendActorsPlan
  | LifecycleActorsPlan
  | StickinessActorsPlan
  | RetentionActorsPlan
  | FunnelActorsPlan
  | PathActorsPlan;

/** Those who have a selected event of one line in a stretch of time; events of nobody are behind no one. */
export interface TrendActorsPlan {
  of: "trend";
  projectId: number;
  /** Rows outside do not count; of trailing windows, the window. */
  range: DateRange;
  /** Nobody is behind the number unless the project has an event, of whatever name, in it; null = no such condition. */
  busyRange: DateRange | null;
  /** Rows that breakdown values are ranked over: only the line of type "rest" asks. */
  valueRange: DateRange;
  sessionRange: DateRange;
  select: Selection;
  breakdown: BreakdownPlan | null;
  /** Which line of the breakdown; "whole" = rows of every line. */
  line: LineKey;
  actors: ActorKind;
  /** What of an actor's rows is its value, by which the list is ordered. */
  value: ValueCounting;
}

/** How the rows of one actor come to its value: how many they are, or the statistic that the trend is of. */
export type ValueCounting = Extract<Counting, { by: "events" | "numbers" | "session_seconds" }>;

/** The statuses of an actor in a period. */
export type LifecycleStatus = keyof LifecycleAnswer;

/** Those who have a status in the one period after the plan's look-back. */
export interface LifecycleActorsPlan {
  of: "lifecycle";
  /** With two edges: of the period before, and of the period. */
  plan: LifecyclePlan;
  status: LifecycleStatus;
}

/** Those who were active in exactly so many buckets; the plan's `points` is not looked at. */
export interface StickinessActorsPlan {
  of: "stickiness";
  plan: StickinessPlan;
  buckets: number;
}

/** Those of one cell of a retention. */
export interface RetentionActorsPlan {
  of: "retention";
  plan: RetentionPlan;
  /** A row's place, or the values of the plan's breakdown. */
  row: number | GroupValue[];
  cell: number;
}

/** Those of one row of a retention, with the cells that each belongs to. */
export interface AppearancesPlan {
  plan: RetentionPlan;
  row: RetentionActorsPlan["row"];
}

/** Actors, each once, in ascending order; those with values by these, the highest first, equal ones in ascending order. */
export type Actors = ListedActors & {
  /** Behind a trend: the value of each, as the plan's `value` has it. Absent = actors have none. */
  values?: Float64Array;
};

type ListedActors =
  /** Ids of persons, ascending; after them personless actors by their distinct id's ordinal, ascending, written −ordinal. */
  | { by: "persons"; ids: Float64Array }
  /** Keys of groups, ascending by UTF-16 units, as `<` compares them. */
  | { by: "groups"; groupTypeIndex: number; keys: string[] };

/** Actors and, for each, as many bits as a row has cells: bit `cell & 31` of word `index · words + (cell >>> 5)`. */
export interface Appearances {
  actors: Actors;
  words: number;
  bits: Uint32Array;
}
