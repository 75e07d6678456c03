import type { Context } from "../context.ts";
import { PART_SIZE } from "./queue.ts";
import { store } from "./store.ts";
import type { StorableEvent } from "./store.ts";

/**
 * Stores up to `PART_SIZE` events in one transaction, more in parts with other requests in between. When a part fails,
 * the rest is not stored nor the request acknowledged; when the client sends it again, uuids make stored events no-ops.
 * @param prepare settles names, time and person data of a range of events, just before they are stored
 * @param also runs in each part's transaction, with its new events
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
