import { randomBytes } from "node:crypto";
import { writeAside } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import type { Identity } from "./part.ts";

// A note of no project, in the database itself: a follower's file has it with the rest. Names of such notes:
// `people/deletion/own-copies.ts`.

/** Reads the identity; no row = the database was never followed. */
export const IDENTITY_SQL = "SELECT value FROM notes WHERE project_id = 0 AND name = 'replication'";

/** Null = the database was never followed. */
export function readIdentity(db: Db): Identity | null {
  const value = db.sql<string>(IDENTITY_SQL).pluck().get();
  return value === undefined ? null : (JSON.parse(value) as Identity);
}

/** The identity of the database, from now on. */
export async function takeIdentity(db: Db): Promise<Identity> {
  const known = readIdentity(db);
  if (known !== null) return known;
  const identity: Identity = { database: randomBytes(16).toString("hex"), epoch: 1 };
  return writeAside(db, () => {
    const now = readIdentity(db);
    if (now !== null) return now;
    writeIdentity(db, identity);
    return identity;
  });
}

/** Inside the caller's transaction. */
export function writeIdentity(db: Db, identity: Identity): void {
  db.sql("INSERT OR REPLACE INTO notes (project_id, name, value) VALUES (0, 'replication', ?)").run(
    JSON.stringify(identity),
  );
}
