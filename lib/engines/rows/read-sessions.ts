import type { DateRange } from "../../port/range.ts";
import { propertyText, storedValue } from "../../events/filters/index.ts";
import type { Properties } from "../../events/filters/index.ts";
import { addToSession, createSession, sessionValue, summarizeSession } from "../../events/sessions/index.ts";
import type { Session, SessionKey, SessionSummary, SessionValue } from "../../events/sessions/index.ts";
import { parseOfEvent, readInOrder } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";

/** The sessions of a question, and the part of each session that counts. */
export interface SessionInput {
  projectId: number;
  /** Sessions with an event in this range are known. @default none */
  sessionRange?: DateRange | undefined;
  /** Do sessions last over all their events? @default false: over events of the range */
  hasWholeSessions?: boolean | undefined;
  /** Called for each row; ends the walk by throwing. */
  checkpoint?: (() => void) | undefined;
}

/** Undefined = the empty session, or one without events in the range. */
export type SessionLookup = (sessionId: string, key: SessionKey) => SessionValue | undefined;

/** Sessions are read at the first look-up. Source: reference/insights.md 5.5, query.md 4.12. */
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

/** Each with its events of the range. */
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
