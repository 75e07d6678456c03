/**
 * Rows: events read from the log one by one, with their person, groups and session as they are now. They tell what
 * columns do not hold, such as one actor's way through a funnel. The tests' reference engine (`test/reference`) answers
 * every plan from these rows.
 */
export { actorOf, compileSelection } from "./select.ts";
export type { Log } from "./select.ts";
export { readSessions, sessionIdOf, sessionLookup } from "./read-sessions.ts";
export type { SessionInput, SessionLookup } from "./read-sessions.ts";
export { openTestsOfExpressions } from "./test-expression.ts";
export { groupKeyOf, walkEvents } from "./walk-events.ts";
export type { WalkInput } from "./walk-events.ts";
