import { HogletError, corrupt, unavailable } from "../base/errors.ts";

/** A copy that cannot be read back as it was written. */
export function damagedCopy(name: string, why: string): HogletError {
  return corrupt(`The copy's object ${name} is damaged: ${why}. Restore another moment (--at), or from another copy.`);
}

/** The place belongs to another process, or to another database. */
export function placeTaken(why: string): HogletError {
  return unavailable("copies_taken", why, undefined);
}

/** A program reads an old moment of the database, so that no copy can be made. */
export function stillHeld(): HogletError {
  const detail =
    "No copy was made: another program has been reading an old moment of the database for long, or copies its write-ahead log (Litestream). End it, or use that program's copies.";
  return unavailable("database_busy", detail, undefined);
}
