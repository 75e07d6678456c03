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

/** An actor's way through a funnel, for explanations; without breakdowns. */
export interface FunnelTrace {
  /** In order of time, then of arrival: those that match a step or an exclusion; for strict funnels all that pass `between`. */
  events: FunnelTraceEvent[];
  /** The best one (see `FunnelActorsPlan`), one that stands before one that does not; null = there is none. */
  attempt: FunnelTraceAttempt | null;
}
