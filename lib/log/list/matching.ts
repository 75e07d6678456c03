import type { FilterGroup } from "../../events/filters/index.ts";

/** The events to find: all conditions must hold. */
export interface MatchingQuery {
  projectId: number;
  /** Name, exact; null = any. */
  event: string | null;
  /** Ordinals of distinct ids; null = any. */
  ordinals: readonly number[] | null;
  filter: FilterGroup;
  /** Epoch ms, exclusive. */
  afterMs: number;
  /** Events after this place in the list, newest first: earlier, or of the same time and a lower `seq`. */
  before: { timestamp: number; seq: number };
  /** The last place looked at. */
  untilSeq: number;
  /** Places passed over, from the newest. */
  offset: number;
  /** Most places. */
  limit: number;
}

export interface Matching {
  /** The number of all matches, also beyond the page. */
  count: number;
  /** Newest first; at equal times, the last to arrive first. */
  seqs: Float64Array;
  /** The time at which each event happened, epoch ms. */
  times: Float64Array;
}

/**
 * Finds events by filters on properties, persons, groups, sessions and cohorts, without reading texts.
 * @throws cancelled when the signal aborts
 */
export type FindMatching = (query: MatchingQuery, options: { signal?: AbortSignal | undefined }) => Promise<Matching>;
