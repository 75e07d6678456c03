import { tooLarge } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import type { Group } from "./span.ts";

/**
 * Refuses more than `most` items, or items that would carry too much of their process's attributes, which each event
 * gets.
 * @throws HogletError 413
 */
export function requireBounded(groups: readonly Group<unknown>[], most: number): void {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (count > most) throw tooLarge(`Expected at most ${most} items, and these are ${count}.`);
  const chars = groups.reduce((sum, { resource, items }) => sum + JSON.stringify(resource).length * items.length, 0);
  if (chars > requestLimits.unpackedBytes)
    throw tooLarge(`Expected fewer items, or fewer attributes of their process: each item gets all of them.`);
}
