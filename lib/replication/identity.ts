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
  /** The name of the take-over that began the epoch. */
  by?: string;
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

/** The claim by which the database's first of an epoch has a lease. */
export interface LeaseNote {
  /** The option `lease`. */
  to: string;
  epoch: number;
  /** The name of the claim. */
  id: string;
  /** Was it stored there? */
  isClaimed: boolean;
}

/** Null = the database never had a lease. */
export function readLeaseNote(db: Db): LeaseNote | null {
  return readNote<LeaseNote>(db, "lease");
}

/** Inside the caller's transaction. */
export function writeLeaseNote(db: Db, note: LeaseNote): void {
  writeNote(db, "lease", note);
}

/** The epoch of a take-over, and its name, which its claim has too. */
export interface Begins {
  epoch: number;
  by: string;
}

/**
 * Begins an epoch at this place of the log, unless it has begun.
 * @param to the option `lease`; null = none
 */
export function beginEpoch(db: Db, { epoch, by }: Begins, { seq, to }: { seq: number; to: string | null }): void {
  const identity = readIdentity(db);
  if (identity === null) throw new Error("The database was never followed.");
  if (epochOf(identity) >= epoch) return;
  writeNow(db, () => {
    writeNote(db, "replication", { ...identity, starts: [...identity.starts, seq], by });
    if (to !== null) writeLeaseNote(db, { to, id: by, epoch, isClaimed: true });
    // The last first's.
    removeNote(db, "stepped_down");
  });
}

/** Takes back the beginning of an epoch in which nothing was acknowledged, if the take-over has begun it. */
export function undoEpoch(db: Db, by: string): void {
  const identity = readIdentity(db);
  if (identity?.by !== by) return;
  const { database, starts } = identity;
  writeNow(db, () => writeNote(db, "replication", { database, starts: starts.slice(0, -1) }));
}
