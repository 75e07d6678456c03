/**
 * Activity: changes with authors and times. Use cases call `recordActivity` inside their transaction; `listActivity`
 * reads a history, newest first; `pruneActivity` deletes entries older than the option allows.
 *
 * Invariants: an entry names property keys and never their values; secrets are masked before they come here; a failure
 * to log never fails the request; an `updated` that changed nothing is not logged. Rules: reference/rest.md 5.9 and
 * 10.4.
 */
export { Activity, ActivityPage, ActivityQuery, listActivity } from "./list.ts";
export type { ActivityInputQuery, ActivityList, ActivityRecord } from "./list.ts";
export { pruneActivity } from "./prune.ts";
export { activityOf, authorOf, changesOf, recordActivity, recordActivityAfter, recorderOf, SYSTEM } from "./record.ts";
export type { ActivityInput, ActivityScope, Author, Change, Trigger } from "./record.ts";
