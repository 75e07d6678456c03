/**
 * Sessions: events that share a `$session_id`. `addToSession` collects them in any order, `summarizeSession` gives
 * start, end, pages, source and channel. `sessionValue` gives a property by name.
 *
 * The rules are PostHog's (reference/query.md 4.12), and are only here: filters and breakdowns by sessions, web
 * analytics and SQL's table `sessions` follow them. Engines with columns collect sessions in their own way, with the
 * same `channelType`, `isBounce`, `toPlace` and `toSessionText`. Pure; imports nothing else.
 */
export { channelType } from "./channel-type.ts";
export type { TrafficSource } from "./channel-type.ts";
export {
  addToSession,
  createSession,
  isBounce,
  MAX_URLS,
  SOURCE_PROPERTIES,
  summarizeSession,
  toPlace,
  toSessionText,
} from "./session.ts";
export type { Session, SessionEvent, SessionSummary } from "./session.ts";
export { isSessionKey, isSessionNumber, isSessionTime, SESSION_KEYS, sessionValue } from "./session-properties.ts";
export type { SessionKey, SessionValue } from "./session-properties.ts";
