import type { Element } from "../events/elements/index.ts";
import type { FilterRow } from "../events/filters/index.ts";

/**
 * One event as questions see it, with the person and the groups that it belongs to now: not those of the time when it arrived.
 * A merge, a split or a change of properties changes the rows of all earlier events. Rows of different events are in order of
 * their time and, where equal, of their arrival.
 *
 * An *actor* is the unit that questions count: a person (its number, positive), or a personless distinct id that no person claims
 * (its number, written negative). The feed gives these numbers (`DistinctIdEntry.id`, `PersonEntry.id`); none is ever given again,
 * so they are keys for good, in answers as in copies of the database. A distinct id that no person claims and that is not personless is nobody (null): its events count
 * where events are counted, and never where actors are. Source: reference/insights.md 2.
 */
export interface EventRow extends FilterRow {
  /** Order of arrival. */
  seq: number;
  event: string;
  timestampMs: number;
  /** Null = nobody. */
  actor: number | null;
  /** When the person was created, epoch ms; null = there is no person. */
  personCreatedMs: number | null;
  elements(): readonly Element[];
  /** How long the event's session lasts; null = it has none, or the reader was not told where sessions are. */
  sessionSeconds(): number | null;
}
