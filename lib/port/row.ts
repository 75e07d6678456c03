import type { Element } from "../events/elements/index.ts";
import type { FilterRow, MetadataKey } from "../events/filters/index.ts";
import type { SessionKey, SessionValue } from "../events/sessions/index.ts";

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
  /**
   * A property of the event's session. Undefined = the event has no session, the reader does not know the range of sessions, or
   * the session has no event in it. `$session_duration` counts the events of that range alone; other properties are those of
   * the whole session.
   */
  sessionValue(key: SessionKey): SessionValue | undefined;
  /** A column of the event; null = it has none. */
  column(key: MetadataKey): string | null;
}
