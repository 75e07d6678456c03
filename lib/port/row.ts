import type { Element } from "../events/elements/index.ts";
import type { FilterRow } from "../events/filters/index.ts";

/**
 * An event as questions see it, with its person and groups of now, and not of the time of its arrival. A merge, a split or a
 * change of properties therefore changes the rows of all earlier events. Rows are in order of time and, at equal times, of
 * arrival.
 *
 * An *actor* is the unit that questions count: a person (its number, positive), or a personless distinct id that no person claims
 * (its number, written negative). The feed has these numbers (`DistinctIdEntry.id`, `PersonEntry.id`). A number is never used
 * again, so it is a permanent key, in answers and in copies of the database. A distinct id that is not personless and that no
 * person claims has no actor (null): its events count where events are counted, and never where actors are counted.
 * Source: reference/insights.md 2.
 */
export interface EventRow extends FilterRow {
  /** Order of arrival. */
  seq: number;
  event: string;
  timestampMs: number;
  /** Null = the event has no actor. */
  actor: number | null;
  /** The time at which the person was created, epoch ms; null = the event has no person. */
  personCreatedMs: number | null;
  elements(): readonly Element[];
  /** Seconds of the event's session; null = it has no session, or the reader does not know the range of sessions. */
  sessionSeconds(): number | null;
}
