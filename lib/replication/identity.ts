import { randomBytes } from "node:crypto";
import { writeAside, writeNow } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { readNote, removeNote, writeNote } from "./notes.ts";

/** The database, and who was its first when. */
export interface Identity {
  /** A random name. */
  database: string;
  /**
   * Places (`seq`) of the log at which a follower took over, one for each time. Events that the first before has stored behind the
   * place are not here.
   */
  starts: number[];
}

/** The count of firsts so far. */
export function epochOf({ starts }: Pick<Identity, "starts">): number {
  return starts.length + 1;
}

/** Null = the database was never followed. */
export function readIdentity(db: Db): Identity | null {
  return readNote<Identity>(db, "replication");
}

/** The identity of the database, from now on. */
export async function takeIdentity(db: Db): Promise<Identity> {
  const known = readIdentity(db);
  if (known !== null) return known;
  const identity: Identity = { database: randomBytes(16).toString("hex"), starts: [] };
  return writeAside(db, () => {
    const now = readIdentity(db);
    if (now !== null) return now;
    writeNote(db, "replication", identity);
    return identity;
  });
}

/** Begins the next epoch at this place of the log. */
export function beginEpoch(db: Db, seq: number): void {
  const identity = readIdentity(db);
  if (identity === null) throw new Error("The database was never followed.");
  const next = { ...identity, starts: [...identity.starts, seq] };
  writeNow(db, () => {
    writeNote(db, "replication", next);
    // The last first's.
    removeNote(db, "stepped_down");
  });
}
