import type { DateRange } from "../../port/range.ts";
import { propertyText, storedValue } from "../../events/filters/index.ts";
import type { Properties } from "../../events/filters/index.ts";
import { addToSession, createSession, sessionValue, summarizeSession } from "../../events/sessions/index.ts";
import type { Session, SessionKey, SessionSummary, SessionValue } from "../../events/sessions/index.ts";
import { parseOfEvent, readInOrder } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";

/** The sessions of a question, and the part of them that counts. */
export interface SessionInput {
  projectId: number;
  /** The sessions with an event in this range are known. @default none */
  sessionRange?: DateRange | undefined;
  /** Is the duration of a session that of all its events, instead of those in the range? @default false */
  hasWholeSessions?: boolean | undefined;
  /** Called for each row that is read; ends the walk by throwing. */
  checkpoint?: (() => void) | undefined;
}

/** Looks up a property of a session. Undefined = the empty session, or one without events in the range. */
export type SessionLookup = (sessionId: string, key: SessionKey) => SessionValue | undefined;

/** Creates the look-up of sessions. They are read when the first is asked for. Source: reference/insights.md 5.5, query.md 4.12. */
export function sessionLookup(db: Db, input: SessionInput): SessionLookup {
  let within: Map<string, SessionSummary> | undefined;
  let whole: Map<string, SessionSummary> | undefined;
  return (sessionId, key) => {
    if (sessionId === "" || input.sessionRange === undefined) return undefined;
    within ??= readSessions(db, input, input.sessionRange);
    const known = within.get(sessionId);
    if (known === undefined) return undefined;
    if (key === "$session_duration" && input.hasWholeSessions !== true) return known.seconds;
    whole ??= readSessions(db, input, ALL_TIME);
    return sessionValue(whole.get(sessionId) ?? known, key);
  };
}

/** The session that the event belongs to; empty = none. */
export function sessionIdOf(properties: Properties): string {
  return propertyText(storedValue(properties, "$session_id"));
}

const ALL_TIME = { fromMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER };

/** The sessions of a range, each of its events there. */
export function readSessions(
  db: Db,
  { projectId, checkpoint }: SessionInput,
  range: DateRange,
): Map<string, SessionSummary> {
  const sessions = new Map<string, Session>();
  // The order of arrival decides between events of one instant.
  for (const row of readInOrder(db, projectId, range)) {
    checkpoint?.();
    const properties = parseOfEvent<Properties>(db, row.seq, row.properties);
    const id = sessionIdOf(properties);
    if (id === "") continue;
    const session = sessions.get(id) ?? createSession();
    sessions.set(id, session);
    addToSession(session, {
      timestampMs: row.timestamp,
      event: row.event,
      distinctId: row.distinct_id,
      properties,
    });
  }
  return new Map([...sessions].map(([id, session]) => [id, summarizeSession(session)]));
}
