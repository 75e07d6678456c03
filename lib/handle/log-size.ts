import type { Context } from "./context.ts";
import { cutLog, isBeingWritten, logBytes } from "../storage/wal/index.ts";

/**
 * Bytes from which a write-ahead log counts as large: eight times the length at which SQLite folds it when no reader
 * holds it.
 */
const LARGE_BYTES = 32 * 1024 * 1024;

/** Pages after which a commit folds the log: SQLite's default; 0 = never. */
const FOLD_AFTER_PAGES = 1000;

const HELD =
  "a connection has been reading an old moment of the database for long. End that program, or its transaction; the log then shrinks within a minute.";
const NOT_COPIED =
  "`checkpoint` is external, and the program that copies the log into the file has not done so. See that it runs; the log then shrinks within a minute.";

/** Is the write-ahead log too large, or was it at the last check? */
export function isLogLarge({ db, logState }: Pick<Context, "db" | "logState">): boolean {
  return logState.isHeld || logBytes(db) > LARGE_BYTES;
}

/**
 * Empties a large write-ahead log, in the engine's thread. A reader of an old moment prevents it: then this reports it
 * once, with the size, and commits no longer try by themselves, which would block the event loop once that reader has
 * gone. A log that another program copies is only cut after its end, and reported.
 */
export async function shrinkLog({
  db,
  engineHost,
  log,
  logState,
}: Pick<Context, "db" | "engineHost" | "log" | "logState">): Promise<void> {
  const isOurs = db.checkpoint === "automatic";
  if (!isOurs) cutLog(db);
  const isFolded = await engineHost.foldLog();
  const bytes = logBytes(db);
  if (isFolded || bytes <= LARGE_BYTES) {
    if (logState.isHeld && isOurs) db.sqlite.pragma(`wal_autocheckpoint = ${FOLD_AFTER_PAGES}`);
    logState.isHeld = false;
    return;
  }
  // An import's commit is as long as its events.
  if (logState.isHeld || isBeingWritten(db)) return;
  logState.isHeld = true;
  db.sqlite.pragma("wal_autocheckpoint = 0");
  log.warn(`The write-ahead log has grown to ${Math.round(bytes / 1e6)} MB: ${isOurs ? HELD : NOT_COPIED}`, {
    file: db.sqlite.name,
    wal_bytes: bytes,
  });
}
