import type { Element } from "../events/elements/index.ts";
import type { FilterRow, MetadataKey } from "../events/filters/index.ts";
import type { SessionKey, SessionValue } from "../events/sessions/index.ts";

/**
 * An event as questions see it, with its current person and groups, not those of its arrival: a merge, a split or a
 * change of properties changes the rows of all earlier events. Rows are in order of time and, at equal times, of
 * arrival.
 *
 * An *actor* is the unit that questions count: a person (its number, positive), or a personless distinct id without a
 * person (its number, negative). The feed has these numbers (`DistinctIdEntry.id`, `PersonEntry.id`). A number is never
 * used again: it is a permanent key, in answers and in copies. A distinct id that is not personless and has no person
 * has no actor (null): its events count where events are counted, and never where actors are. Source:
 * reference/insights.md 2.
 */
export interface EventRow extends FilterRow {
  /** Order of arrival. */
  seq: number;
  event: string;
  timestampMs: number;
  /** Null = the event has no actor. */
  actor: number | null;
  /** Epoch ms; null = the event has no person. */
  personCreatedMs: number | null;
  elements(): readonly Element[];
  /**
   * Undefined = the event has no session, the reader does not know the range of sessions, or the session has no event
   * in it. `$session_duration` counts the events of that range alone; other properties are those of the whole session.
   */
  sessionValue(key: SessionKey): SessionValue | undefined;
  /** A column of the event; null = it has none. */
  column(key: MetadataKey): string | null;
}
