import type { SessionKey, SessionValue } from "../../events/sessions/index.ts";
import type { Plan } from "../../port/plan.ts";
import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";

/**
 * Asks for the visits of a site: the sessions that start in a range and have a selected event in it.
 * `$session_duration` is over all their events. Source: reference/query.md 4.12.
 */
export interface VisitsPlan extends Plan<"visits", Visits> {
  projectId: number;
  range: DateRange;
  select: Selection;
}

export interface Visits {
  /** Distinct actors: a session counts once, for the actor of its first selected event in the range that has one. */
  visitors: number;
  /** The selected events of the sessions, in the range. */
  events: number;
  sessions: number;
  /** The mean of the sessions' whole seconds; null = there are no sessions. */
  seconds: number | null;
  /** The share of bounces (0 to 1) among the sessions with a page view; null = no session has one. */
  bounces: number | null;
}

/** Asks for the sessions of a project, with some of their properties; the answer is in no particular order. */
export interface SessionsPlan extends Plan<"sessions", SessionsAnswer> {
  projectId: number;
  /** Sessions with an event in this range are wanted, each with all its events. */
  range: DateRange;
  keys: SessionKey[];
  /** Are the distinct ids of the sessions' last events wanted too? */
  hasDistinctIds: boolean;
  /** Most sessions; of a project with more, the answer has none. */
  limit: number;
}

/** A list for each property. */
export interface SessionsAnswer {
  /** More than `limit`: all lists are empty. */
  isTooMany: boolean;
  /** `$session_id` of each session. */
  ids: string[];
  /** Empty unless wanted. */
  distinctIds: string[];
  /** The columns, in the order of the plan's `keys`. */
  columns: SessionColumn[];
}

/** A property's values, each once, and for each session the place of its value in `values`. */
export interface SessionColumn {
  values: SessionValue[];
  codes: Uint32Array;
}
