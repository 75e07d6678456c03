import type { Db } from "../storage/index.ts";

// Notes of no project, in the database itself: a follower's file has them with the rest. Other notes of no project:
// `people/deletion/own-copies.ts` and `engines/feed/arrival.ts`.

/** `replication`: the identity; `followers`: addresses; `stepped_down`: the follower that takes over; `lease`: the last claim. */
type Name = "replication" | "followers" | "stepped_down" | "lease";

/** Reads the identity. */
export const IDENTITY_SQL = "SELECT value FROM notes WHERE project_id = 0 AND name = 'replication'";

/** Null = there is none. */
export function readNote<Value>(db: Pick<Db, "sql">, name: Name): Value | null {
  const value = db.sql<string>("SELECT value FROM notes WHERE project_id = 0 AND name = ?").pluck().get(name);
  return value === undefined ? null : (JSON.parse(value) as Value);
}

/** Inside the caller's transaction. */
export function writeNote(db: Pick<Db, "sql">, name: Name, value: object): void {
  db.sql("INSERT OR REPLACE INTO notes (project_id, name, value) VALUES (0, ?, ?)").run(name, JSON.stringify(value));
}

/** Inside the caller's transaction. */
export function removeNote(db: Pick<Db, "sql">, name: Name): void {
  db.sql("DELETE FROM notes WHERE project_id = 0 AND name = ?").run(name);
}
