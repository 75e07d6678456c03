import type { LineKey } from "../../port/lines.ts";

/** One line of a funnel; the lists have an entry per step. */
export interface FunnelLine {
  key: LineKey;
  /** Actors whose furthest step is this one: each is counted once. */
  furthest: number[];
  /**
   * For each step the mean, over the actors, of their mean seconds from the step before; null = no actor has such a
   * time, as for step 0.
   */
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
  /**
   * For each step the median of those seconds, of an even count the mean of the middle two; null = no actor has such a
   * time.
   */
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

export interface FunnelTraceEvent {
  uuid: string;
  event: string;
  timestampMs: number;
}

/** Why a step was not taken, and the event that the reason is about. */
export type FunnelReason =
  /** The actor has no event of the step. */
  | "no_such_event"
  /** Filters keep out the events of the step's name within the range: the last. */
  | "filtered_out"
  /** The actor's events of the step are all outside of the range, where nothing counts: the last of them. */
  | "out_of_range"
  /** An event of the step came after the conversion window: the first. */
  | "out_of_window"
  /**
   * The events of the step did not come after the step before it (unordered: not at another moment than the first
   * step): the last, or the first where no step was taken.
   */
  | "wrong_order"
  /** Strict: another event came between: the next event after the step before it. */
  | "interrupted"
  /** An excluded event discards every attempt: that event. */
  | "excluded"
  /** The step before it was not taken. */
  | "earlier_step_missing";

/** A step in the best attempt of an actor. */
export interface FunnelTraceStep {
  /** The first event that took it; null = the step was not taken. */
  event: FunnelTraceEvent | null;
  /** Null = the step was taken. */
  reason: FunnelReason | null;
  /** The event that the reason is about; null = there is none. */
  because: FunnelTraceEvent | null;
}

/**
 * An actor's way through a funnel in its best attempt (see `FunnelActorList`), if possible one that no exclusion
 * discards. Events outside of the range, by up to a window before and after it, give reasons and take no step.
 */
export interface FunnelTrace {
  steps: FunnelTraceStep[];
}
