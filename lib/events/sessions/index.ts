/**
 * Sessions: the events that share a `$session_id`. `addToSession` collects them in any order, `summarizeSession` gives
 * the session's start and end, its pages, its source and its channel.
 *
 * The rules are PostHog's (reference/query.md 4.12), and this is their only place: the table `sessions` of SQL follows
 * them. Pure; imports nothing else.
 */
export { channelType } from "./channel-type.ts";
export type { TrafficSource } from "./channel-type.ts";
export { addToSession, BOUNCE_SECONDS, createSession, summarizeSession } from "./session.ts";
export type { Session, SessionEvent, SessionSummary } from "./session.ts";
