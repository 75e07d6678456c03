import type { Db } from "../../storage/index.ts";
import { max, query } from "../../storage/queries/index.ts";
import { deletions as requests } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import type { RequestListener } from "./deletion-state.ts";

/**
 * Calls `listener` for each deletion that this process requests, until the returned function is called: copies outside
 * the database follow it. `lastRequest` finds other processes' requests.
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

/** Calls `listener` for each person removed, and deletion requested, by this process: answers in memory follow it. */
export function onRemoval({ deletions }: Pick<Context, "deletions">, listener: () => void): void {
  deletions.removalListeners.add(listener);
}

export function notifyRemoval({ deletions }: Pick<Context, "deletions">): void {
  for (const listener of deletions.removalListeners) listener();
}

const newestRequest = query((db) => db.select({ createdAt: max(requests.createdAt) }).from(requests));

/**
 * Epoch ms of the newest request in any project, by any process; null = none. Walks over the few rows of `deletions`.
 */
export function lastRequest(db: Db): number | null {
  return newestRequest.get(db)?.createdAt ?? null;
}
