import type { EventRecord } from "../../../../../lib/index.ts";

/** Rows that the list holds: more than anybody scrolls through, and little memory. */
export const MOST_EVENTS = 500;

/**
 * The list with what arrived (oldest first) at its top; the oldest fall out at the end. What is in it already, since the list
 * was asked for while events arrived, stays where it is.
 */
export function withArrived(list: readonly EventRecord[], arrived: readonly EventRecord[]): EventRecord[] {
  const known = new Set(list.map(({ uuid }) => uuid));
  const fresh = arrived.filter(({ uuid }) => !known.has(uuid)).toReversed();
  return [...fresh, ...list].slice(0, MOST_EVENTS);
}

/** The list with older events (newest first) at its end. */
export function withOlder(list: readonly EventRecord[], older: readonly EventRecord[]): EventRecord[] {
  const known = new Set(list.map(({ uuid }) => uuid));
  return [...list, ...older.filter(({ uuid }) => !known.has(uuid))].slice(0, MOST_EVENTS);
}
