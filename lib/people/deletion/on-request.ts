import type { Db } from "../../storage/index.ts";
import { max, query } from "../../storage/queries/index.ts";
import { deletions as requests } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import type { RequestListener } from "./deletion-state.ts";

/**
 * Calls `listener` for each deletion that this process requests, for any caller, until the returned function is called.
 * Copies of events outside the database follow it. `lastRequest` finds requests of other processes.
 */
export function onRequest(
  { deletions: { listeners } }: Pick<Context, "deletions">,
  listener: RequestListener,
): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls all listeners. They are called even if the transaction fails afterwards. */
export function notifyRequest(ctx: Pick<Context, "deletions">, requestedAtMs: number): void {
  for (const listener of ctx.deletions.listeners) listener(requestedAtMs);
  notifyRemoval(ctx);
}

/** Calls `listener` for each person that this process removes, and for each deletion that it requests: answers in memory follow it. */
export function onRemoval({ deletions }: Pick<Context, "deletions">, listener: () => void): void {
  deletions.removalListeners.add(listener);
}

/** Calls all listeners to removals. */
export function notifyRemoval({ deletions }: Pick<Context, "deletions">): void {
  for (const listener of deletions.removalListeners) listener();
}

const newestRequest = query((db) => db.select({ createdAt: max(requests.createdAt) }).from(requests));

/**
 * The instant (epoch ms) of the newest request in all projects, by any process; null = no request. Walks over the rows
 * of `deletions`, which are few.
 */
export function lastRequest(db: Db): number | null {
  return newestRequest.get(db)?.createdAt ?? null;
}
