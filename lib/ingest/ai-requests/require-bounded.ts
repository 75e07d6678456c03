import { tooLarge } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import type { Group } from "./span.ts";

/**
 * Refuses more items than `most`, and items that together would carry more of their process's attributes than a request may have:
 * each event gets all of them.
 * @throws HogletError 413
 */
export function requireBounded(groups: readonly Group<unknown>[], most: number): void {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (count > most) throw tooLarge(`Expected at most ${most} items, and these are ${count}.`);
  const chars = groups.reduce((sum, { resource, items }) => sum + JSON.stringify(resource).length * items.length, 0);
  if (chars > requestLimits.unpackedBytes)
    throw tooLarge(`Expected fewer items, or fewer attributes of their process: each item gets all of them.`);
}
