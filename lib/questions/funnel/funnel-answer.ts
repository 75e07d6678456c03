import type { LineKey } from "../../port/lines.ts";

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

/**
 * How many actors took how long. An actor's time is the sum of its mean seconds of each step on the way. Actors that lack the
 * time of any of these steps are left out.
 */
export interface FunnelTimesAnswer {
  /** Mean time of the actors; null = there are none. */
  averageSeconds: number | null;
  /** The time of the actor in the middle, or the mean of the two there; null = there are none. */
  medianSeconds: number | null;
  /** Start of the first bin: the least time, rounded down. 0 without actors. */
  startSeconds: number;
  /** From the first start to the greatest time (rounded up), divided by the number of bins and rounded up; 60 where that is 0. */
  widthSeconds: number;
  /** Actors of each bin, which reaches from its start up to but not including the next. One bin more than the plan says, into
   * which the greatest time may fall. Empty without actors.
   */
  counts: number[];
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

/** An event that a trace names. */
export interface FunnelTraceEvent {
  uuid: string;
  event: string;
  timestampMs: number;
}

/** Why a step was not taken. */
export type FunnelReason =
  /** The actor has no event of the step. */
  | "no_such_event"
  /** The actor has events of the step's name within the range; its filters, or the question's, keep them out: the last. */
  | "filtered_out"
  /** The actor's events of the step are all outside of the range, where nothing counts: the last of them. */
  | "out_of_range"
  /** An event of the step came after the conversion window: the first of them. */
  | "out_of_window"
  /**
   * The events of the step did not come after the step before it (in an unordered funnel: not at another moment than the first
   * step): the last of them, or the first where no step was taken.
   */
  | "wrong_order"
  /** Strict: another event came between: the next event after the step before it. */
  | "interrupted"
  /** An event that is excluded discards every attempt: that event. */
  | "excluded"
  /** The step before it was not taken. */
  | "earlier_step_missing";

/** A step of a funnel in the best attempt of an actor. */
export interface FunnelTraceStep {
  /** The event that took it, the first of several at one time; null = the step was not taken. */
  event: FunnelTraceEvent | null;
  /** Why not; null = it was taken. */
  reason: FunnelReason | null;
  /** The event that the reason is about; null = there is none. */
  because: FunnelTraceEvent | null;
}

/**
 * An actor's way through a funnel, step by step, in its best attempt (see `FunnelActorList`); an attempt that no exclusion
 * discards comes before one that is discarded. Events outside of the range, by up to a window before and after it, give reasons
 * and take no step.
 */
export interface FunnelTrace {
  steps: FunnelTraceStep[];
}
