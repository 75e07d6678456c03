import type { FilterGroup } from "../../events/filters/index.ts";

/** The events to find: all conditions must hold. */
export interface MatchingQuery {
  projectId: number;
  /** Name, exact; null = any. */
  event: string | null;
  /** Ordinals of distinct ids; null = any. */
  ordinals: readonly number[] | null;
  filter: FilterGroup;
  /** Epoch milliseconds, exclusive. */
  afterMs: number;
  /** The events that come after this place in the order of a list, the newest first: earlier, or at the same time and of a lower `seq`. */
  before: { timestamp: number; seq: number };
  /** The last place of the log that is looked at. */
  untilSeq: number;
  /** Places that are passed over, from the newest. */
  offset: number;
  /** Most places. */
  limit: number;
}

/** The events that were found. */
export interface Matching {
  /** All of them. */
  count: number;
  /** The places of the newest of them, the newest first; at equal times, the last to arrive first. */
  seqs: Float64Array;
  /** When each of these happened, epoch milliseconds. */
  times: Float64Array;
}

/**
 * Finds events by filters on their properties, persons, groups, sessions and cohorts, without reading their texts.
 * @throws cancelled when the signal aborts
 */
export type FindMatching = (query: MatchingQuery, options: { signal?: AbortSignal | undefined }) => Promise<Matching>;
