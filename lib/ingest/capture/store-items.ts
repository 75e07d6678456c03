import type { Context } from "../context.ts";
import { store } from "./store.ts";
import type { StorableEvent } from "./store.ts";

/**
 * Events that one transaction takes of a request: 1,000 events of new persons, or of 5 KiB each, hold the event loop for 60 to
 * 100 ms. More would delay other requests; less would cost more commits.
 */
export const PART_SIZE = 1000;

/**
 * Stores a request's events: up to `PART_SIZE` in one transaction, a longer list in parts with other requests in between.
 * Resolves once the last part is committed. A part that fails ends it: the request is not acknowledged, and when the client
 * sends it again, the uuids of the events that are stored already make them no-ops.
 * @param prepare settles names, time and person data of the events in a stretch; it is called just before they are stored
 * @param also runs in the transaction of each part, with the events that were new
 */
export async function storeItems(
  ctx: Context,
  count: number,
  prepare: (from: number, until: number) => readonly StorableEvent[],
  also?: (stored: readonly StorableEvent[]) => void,
): Promise<void> {
  for (let from = 0; from < count; from += PART_SIZE) {
    const items = prepare(from, Math.min(from + PART_SIZE, count));
    await ctx.queue.push(items.length, () => {
      const stored = items.filter((item) => store(ctx, item));
      also?.(stored);
    });
  }
}
