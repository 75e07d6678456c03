import type { LineKey } from "../../port/engine.ts";
import type { DateRange } from "../shared/range.ts";
import type { Selection } from "../shared/selection.ts";
import type { FunnelPlan } from "./funnel-plan.ts";

/** One line of a funnel; the lists have an entry per step. */
export interface FunnelLine {
  key: LineKey;
  /** Actors whose furthest step is this one: each is counted once. */
  furthest: number[];
  /** Mean over the actors of their mean seconds from the step before; null = nobody has any, always so for step 0. */
  averageSeconds: (number | null)[];
  /** Median (interpolated linearly) over the actors of their median seconds. */
  medianSeconds: (number | null)[];
}

/** The lines that have an actor, in no particular order; without a breakdown the one line, with or without actors. */
export interface FunnelAnswer {
  lines: FunnelLine[];
}

/** How long each actor took, in no particular order: the sum of its mean seconds of each step on the way. */
export interface FunnelTimesAnswer {
  /** Actors that lack the time of any of these steps are left out. */
  seconds: Float64Array;
}

/** How many started in each period, and how far they got; the lists have an entry per edge. */
export interface FunnelPeriodsLine {
  key: LineKey;
  reachedFrom: number[];
  reachedTo: number[];
}

/** The lines that have an attempt; without a breakdown the one line. */
export interface FunnelPeriodsAnswer {
  lines: FunnelPeriodsLine[];
}

/** Which actors of a funnel are wanted. */
export type FunnelPoint =
  /** Those whose furthest step, counted from 1, is one of these. */
  | { by: "furthest"; steps: number[] }
  /**
   * Those with an attempt that started at or after `fromMs` and before `untilMs` and whose largest k of these is >
   * `toStep`; or, dropped off, is > `fromStep` but not > `toStep`.
   */
  | { by: "period"; fromMs: number; untilMs: number; fromStep: number; toStep: number; isDropOff: boolean };

/**
 * The actors behind a number of a funnel, or of its correlation, wanted.
 *
 * The *interval* of an actor begins at t0 of its best attempt and ends at the last time of that attempt when all steps were
 * reached, else at t0 + the window. The best attempt is that with the largest k (of a period: that started in it), of
 * equal ones the one that starts first, of those the one that ends first.
 */
export interface FunnelActorsPlan {
  of: "funnel";
  funnel: FunnelPlan;
  point: FunnelPoint;
  /** The line to look at; null = any: an actor is wanted if it is in one of them, and is taken once, at its best. */
  line: LineKey | null;
  /** Wanted are only those with such an event inside their interval, both ends left out; null = all. */
  did: FunnelDid | null;
}

/** An event that actors must have done on their way. */
export interface FunnelDid {
  select: Selection;
  /** JSON text of the elements that the event is about, as they are parsed; null = whatever they are. */
  elementsText: string | null;
  /** Events outside are not looked at. */
  range: DateRange;
}

/** An event of one actor, as a funnel sees it. */
export interface FunnelTraceEvent {
  uuid: string;
  event: string;
  timestampMs: number;
  /** Events a window before or after the range are there too: they count for nothing, and explain much. */
  isInRange: boolean;
  /** Steps that it matches, ascending. */
  steps: number[];
  /** Exclusions that it matches. */
  exclusions: number[];
}

/** One attempt of an actor; events are named by their places in the trace. */
export interface FunnelTraceAttempt {
  /** By step, the event that took it; null = it was not reached. */
  taken: (number | null)[];
  /** The exclusion that discards it and the event that it is about; null = it stands. */
  discarded: { exclusion: number; event: number } | null;
}

/** What one actor did in a funnel, for explaining: breakdowns are of no account. */
export interface FunnelTrace {
  /** In order of time, then of arrival: those that match a step or an exclusion; for strict funnels all that pass `between`. */
  events: FunnelTraceEvent[];
  /** The best one (see `FunnelActorsPlan`), one that stands before one that does not; null = there is none. */
  attempt: FunnelTraceAttempt | null;
}
