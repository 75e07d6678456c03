import type { Db } from "../../storage/index.ts";

/** Told the instant (epoch ms) of a request, inside its transaction. */
type Listener = (requestedAtMs: number) => void;

const listeners = new WeakMap<Db, Set<Listener>>();

/**
 * Calls `listener` with each deletion that this process requests, whoever asks for it, until the returned function is called.
 * Copies of events outside the database go by it. A request of another process is found by `lastRequest`.
 */
export function onRequest(db: Db, listener: Listener): () => void {
  const heard = listeners.get(db) ?? new Set();
  listeners.set(db, heard.add(listener));
  return () => void heard.delete(listener);
}

/** Tells all who listen. One whose transaction fails afterwards was told all the same. */
export function tellRequest(db: Db, requestedAtMs: number): void {
  for (const listener of listeners.get(db) ?? []) listener(requestedAtMs);
}

/**
 * The instant (epoch ms) of the newest request in all projects, by any process; null = there was none. Walks over the rows
 * of `deletions`, of which there are few.
 */
export function lastRequest(db: Db): number | null {
  return db.sql("SELECT max(created_at) FROM deletions").pluck().get() as number | null;
}
