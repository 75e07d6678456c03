import type { EventRecord } from "../../../../../lib/index.ts";

/** Rows in the list: more than a user scrolls through, in little memory. */
export const MOST_EVENTS = 500;

/**
 * The list with new events (oldest first) added at its top; the oldest drop out at the end. Events that are in the list
 * already, because they arrived while it was loaded, stay in place.
 */
export function withArrived(list: readonly EventRecord[], arrived: readonly EventRecord[]): EventRecord[] {
  const known = new Set(list.map(({ uuid }) => uuid));
  const fresh = arrived.filter(({ uuid }) => !known.has(uuid)).toReversed();
  return [...fresh, ...list].slice(0, MOST_EVENTS);
}

/** The list with older events (newest first) added at its end. @param most events in it */
export function withOlder(
  list: readonly EventRecord[],
  older: readonly EventRecord[],
  most = MOST_EVENTS,
): EventRecord[] {
  const known = new Set(list.map(({ uuid }) => uuid));
  return [...list, ...older.filter(({ uuid }) => !known.has(uuid))].slice(0, most);
}
