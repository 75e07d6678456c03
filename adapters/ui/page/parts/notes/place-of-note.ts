import { endOf, toMs } from "../running-period.ts";

/**
 * The place of an instant among periods; null = it lies before the first, or after the last.
 * @param starts of the periods as the API writes them, such as 2024-03-01
 * @param at on the same clock, such as 2024-03-05 09:15:30
 */
export function placeOfNote(starts: readonly string[], period: string | undefined, at: string): number | null {
  const atMs = toMs(at);
  if (atMs === null) return null;
  const place = starts.findLastIndex((start) => (toMs(start) ?? Infinity) <= atMs);
  const end = endOf(starts[place] ?? "", period);
  return place < 0 || end === null || atMs >= end ? null : place;
}
