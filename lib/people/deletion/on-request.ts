import type { Db } from "../../storage/index.ts";

/** Receives the instant (epoch ms) of a request, inside its transaction. */
type Listener = (requestedAtMs: number) => void;

const listeners = new WeakMap<Db, Set<Listener>>();

/**
 * Calls `listener` for each deletion that this process requests, for any caller, until the returned function is called.
 * Copies of events outside the database follow it. `lastRequest` finds requests of other processes.
 */
export function onRequest(db: Db, listener: Listener): () => void {
  const heard = listeners.get(db) ?? new Set();
  listeners.set(db, heard.add(listener));
  return () => void heard.delete(listener);
}

/** Calls all listeners. They are called even if the transaction fails afterwards. */
export function tellRequest(db: Db, requestedAtMs: number): void {
  for (const listener of listeners.get(db) ?? []) listener(requestedAtMs);
}

/**
 * The instant (epoch ms) of the newest request in all projects, by any process; null = no request. Walks over the rows
 * of `deletions`, which are few.
 */
export function lastRequest(db: Db): number | null {
  return db.sql("SELECT max(created_at) FROM deletions").pluck().get() as number | null;
}
