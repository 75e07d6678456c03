import type { SessionKey, SessionValue } from "../../events/sessions/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";

/**
 * Asks for the visits that a site had: the sessions that start in a range and have a selected event in it. Sessions are whole:
 * `$session_duration` too is that of all events. Source: reference/query.md 4.12.
 */
export interface VisitsPlan extends Plan<"visits", Visits> {
  projectId: number;
  range: DateRange;
  select: Selection;
}

/** The visits of a site. */
export interface Visits {
  /** Distinct actors. A session counts once: for the actor of its first selected event in the range that has one. */
  visitors: number;
  /** The selected events of the sessions, in the range. */
  events: number;
  sessions: number;
  /** The mean of the sessions' whole seconds; null = there are no sessions. */
  seconds: number | null;
  /** The share of bounces, from 0 to 1, among the sessions with a page view; null = there are none. */
  bounces: number | null;
}

/** Asks for the sessions of a project, with some of their properties; the answer is in no particular order. */
export interface SessionsPlan extends Plan<"sessions", SessionsAnswer> {
  projectId: number;
  /** Wanted are the sessions with an event in this range, each with all its events. */
  range: DateRange;
  keys: SessionKey[];
  /** Are the sessions' distinct ids, those of their last events, wanted too? */
  hasDistinctIds: boolean;
  /** The most sessions; of a project with more, the answer has none. */
  limit: number;
}

/** Sessions, a list of each property. */
export interface SessionsAnswer {
  /** Are there more than `limit`? Then all lists are empty. */
  isTooMany: boolean;
  /** `$session_id` of each session. */
  ids: string[];
  /** Empty unless wanted. */
  distinctIds: string[];
  /** In the order of the plan's `keys`. */
  columns: SessionColumn[];
}

/** The values of a property: each value once, and the place in `values` of each session's. */
export interface SessionColumn {
  values: SessionValue[];
  codes: Uint32Array;
}
