import type { Context } from "../context.ts";
import { PART_SIZE } from "./queue.ts";
import { store } from "./store.ts";
import type { StorableEvent } from "./store.ts";

/**
 * Stores a request's events: up to `PART_SIZE` in one transaction, a longer list in parts with other requests in
 * between. Resolves once the last part is committed. When a part fails, the rest is not stored and the request is not
 * acknowledged. When the client sends it again, the uuids of the stored events make those no-ops.
 * @param prepare settles names, time and person data of a range of events, just before they are stored
 * @param also runs in the transaction of each part, with its new events
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
