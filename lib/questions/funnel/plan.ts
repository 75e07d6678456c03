import type { ValueSource } from "../../port/value-source.ts";
import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import type { ActorKind, ActorList, ActorsPlan, EntityKind } from "../../port/actors.ts";
import type { Plan } from "../../port/plan.ts";
import type { LineKey } from "../../port/lines.ts";
import type { FunnelAnswer, FunnelPeriodsAnswer, FunnelTimesAnswer, FunnelTrace } from "./funnel-answer.ts";

/** The order of steps: in their order, with nothing in between, or in any order. */
export type FunnelOrder = "ordered" | "strict" | "unordered";

export interface FunnelStep {
  select: Selection;
  /**
   * The step selects only events that the step before it selects: one event cannot be both, and the step must come
   * later. The step before step 0 is the last, since unordered funnels start anywhere.
   */
  isRepeat: boolean;
}

/**
 * The longest duration of an attempt: one that starts at `ms` ends at `ms` + the length at the latest, included. The
 * length of a calendar month depends on the UTC day of its start: `lengthsMs[floor((ms − firstDayMs) / 86 400 000)]`,
 * for every day of the range. Lengths are positive milliseconds.
 */
export type FunnelWindow = { by: "length"; ms: number } | { by: "day"; firstDayMs: number; lengthsMs: number[] };

/** An event that may not happen between two steps; `fromStep` < `toStep`, both 0-based. */
export interface FunnelExclusion {
  select: Selection;
  fromStep: number;
  toStep: number;
}

/** The value of an actor's events in a breakdown. Source: reference/insights.md 11.8. */
export type FunnelAttribution =
  /**
   * All have that of the actor's first or last event that matches any step (in order of time, then of arrival).
   * @param skipsEmpty of the events with a value that is not all empty, if there are any
   */
  | { by: "first" | "last"; skipsEmpty: boolean }
  /**
   * All have each of the distinct values on the actor's events that match this step, one after the other; an actor without
   * such an event is in no line. In an unordered funnel the steps are counted from the one that the attempt starts at, so
   * the values differ by start: of an attempt from step s they are those of step (s + step) mod n.
   */
  | { by: "step"; step: number }
  /** Each keeps its own; the funnel is run within each value. */
  | { by: "event" };

/** How actors fall into lines; one may be in several. */
export type FunnelBreakdown =
  | {
      by: "values";
      /** A key is a list of values, one per source; missing = the empty text. */
      sources: ValueSource[];
      attribution: FunnelAttribution;
      /**
       * The `limit` keys most frequent on the events of `ranked` within the range (of equally frequent ones the greater
       * key first) have lines of their own. All others are together the line "rest".
       */
      ranked: Selection;
      limit: number;
    }
  /** An event is in the line of each of these cohorts that its person is in now; null = everybody. */
  | { by: "cohorts"; ids: (number | null)[] };

/**
 * A funnel to compute: plain data. Only events within `range` exist, and only those with an actor. Times are compared in
 * milliseconds, both ends of the window included.
 *
 * *Attempts*. With t0 the time of an event that matches the first step, ti is …
 * - ordered: the least time ≥ t(i−1) of an event that matches step i; > t(i−1) if the step is a repeat. The order of
 *   events with equal times does not matter. An event may serve several steps that are no repeats.
 * - strict: the time of the i-th event after it (in order of time, then of arrival) among the actor's events that pass
 *   `between`, if that event matches step i; else ti does not exist.
 * - unordered: for each step s an attempt begins at each event that matches s. Going round the steps from s, ti is the least
 *   time ≥ t0 of an event that matches the step. For a repeat it is the least time > that of the step before it; without that
 *   time, ti does not exist.
 *
 * *Furthest step* of an attempt. Ordered and strict: the largest k such that every ti with 0 < i < k exists, is ≥ t(i−1)
 * (> for a repeat) and lies within the window from t0. Unordered: 1 + the number of other steps with t0 < ti and ti within the
 * window from t0.
 *
 * *Exclusions* discard attempts; strict funnels have none. Let x be the least time ≥ ta of an event of the exclusion, and a and b
 * its steps. The attempt is discarded if ta < x < tb and x < the end of the window from t0; a tb that does not exist is later than
 * all. Nothing is discarded when ta does not exist. In unordered funnels ta is t0, and tb the latest of all times if all exist.
 *
 * *Actor*, within each line: the largest k of its attempts that are not discarded. An actor without such attempts is not in the
 * funnel.
 *
 * *Conversion times*: each attempt with that largest k has, for step i ≥ 1, floor(ti / 1000) − floor(t(i−1) / 1000) seconds,
 * provided that ti exists and lies within a window from t(i−1) (whether or not the step counts as reached). In unordered
 * funnels the times are sorted first. An actor has the mean and the median (interpolated linearly) over its attempts.
 *
 * Source: reference/insights.md 11.
 */
export interface FunnelPlan extends Plan<"funnel", FunnelAnswer> {
  projectId: number;
  range: DateRange;
  /** Events that make up sessions. */
  sessionRange: DateRange;
  order: FunnelOrder;
  /** 1 to 255. */
  steps: FunnelStep[];
  exclusions: FunnelExclusion[];
  window: FunnelWindow;
  /** Events that break a strict funnel. */
  between: Selection;
  actors: EntityKind;
  /** Null = one line. */
  breakdown: FunnelBreakdown | null;
}

export interface ActorsFunnelPlan extends FunnelPlan {
  actors: ActorKind;
}

/** How long actors took from one step to another: 0 ≤ `fromStep` < `toStep` < n. */
export interface FunnelTimesPlan extends Plan<"funnel-times", FunnelTimesAnswer> {
  funnel: FunnelPlan;
  fromStep: number;
  toStep: number;
  /** Number of bins, 1 or more; null = the cube root of the number of actors, rounded up, at most 60. */
  bins: number | null;
}

/**
 * How many got how far, by the period that they started in. An attempt belongs to the period of its t0; an actor is in a
 * period once, with the largest k of its attempts there.
 */
export interface FunnelPeriodsPlan extends Plan<"funnel-periods", FunnelPeriodsAnswer> {
  funnel: FunnelPlan;
  /** Start of each period, ascending; the first is not after the range's start. */
  edgesMs: number[];
  /** 0-based; both are counted: `fromStep` those with k > fromStep, `toStep` those with k > toStep. */
  fromStep: number;
  toStep: number;
}

/** The actors that are wanted. */
export type FunnelPoint =
  /** Actors whose furthest step, counted from 1, is one of these. */
  | { by: "furthest"; steps: number[] }
  /**
   * Actors with an attempt that started at or after `fromMs` and before `untilMs` and whose largest k of these is >
   * `toStep`; or, dropped off, is > `fromStep` but not > `toStep`.
   */
  | { by: "period"; fromMs: number; untilMs: number; fromStep: number; toStep: number; isDropOff: boolean };

/**
 * The actors behind a number of a funnel, or of its correlation.
 *
 * The *interval* of an actor begins at t0 of its best attempt and ends at the last time of that attempt when all steps were
 * reached, else at t0 + the window. The best attempt is that with the largest k (of a period: that started in it), of
 * equal ones the one that starts first, of those the one that ends first.
 *
 * The list of a funnel of values has persons, each once: those of the events with which the best attempts begin. Such an event is the
 * first in order of arrival that has the value, is at t0, and may begin an attempt.
 */
export interface FunnelActorList extends ActorList<"funnel-actors"> {
  funnel: FunnelPlan;
  point: FunnelPoint;
  /** Null = any line: each wanted actor once, at its best. */
  line: LineKey | null;
  /** Only actors with such an event inside their interval, both ends left out; null = all, as for values. */
  did: FunnelDid | null;
}

export type FunnelActorsPlan = ActorsPlan<FunnelActorList>;

/** An event that actors must have done on their way. */
export interface FunnelDid {
  select: Selection;
  /** JSON text of the elements that the event is about, as they are parsed; null = whatever they are. */
  elementsText: string | null;
  /** Events outside of the range are not looked at. */
  range: DateRange;
}

/** One actor's way through a funnel, to be explained. */
export interface FunnelTracePlan extends Plan<"funnel-trace", FunnelTrace> {
  /** The funnel, without a breakdown. */
  funnel: ActorsFunnelPlan;
  /** See `Actors`: a number, or a group's key. */
  actor: number | string;
}
