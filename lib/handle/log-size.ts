import type { Context } from "./context.ts";
import { logBytes } from "../storage/index.ts";

/**
 * Bytes from which a write-ahead log counts as large: eight times the length at which SQLite folds it when no reader
 * holds it.
 */
const LARGE_BYTES = 32 * 1024 * 1024;

/** Pages after which a commit folds the log: SQLite's default; 0 = never. */
const FOLD_AFTER_PAGES = 1000;

/** Is the write-ahead log too large, or was it at the last check? */
export function isLogLarge({ db, logState }: Pick<Context, "db" | "logState">): boolean {
  return logState.isHeld || logBytes(db) > LARGE_BYTES;
}

/**
 * Empties a large write-ahead log, in the engine's thread. A reader of an old moment prevents it: then this reports it
 * once, with the size, and commits no longer try by themselves, which would block the event loop once that reader has
 * gone.
 */
export async function shrinkLog({
  db,
  engineHost,
  log,
  logState,
}: Pick<Context, "db" | "engineHost" | "log" | "logState">): Promise<void> {
  const isFolded = await engineHost.foldLog();
  const bytes = logBytes(db);
  if (isFolded || bytes <= LARGE_BYTES) {
    if (logState.isHeld) db.sqlite.pragma(`wal_autocheckpoint = ${FOLD_AFTER_PAGES}`);
    logState.isHeld = false;
    return;
  }
  if (logState.isHeld) return;
  logState.isHeld = true;
  db.sqlite.pragma("wal_autocheckpoint = 0");
  log.warn(
    `The write-ahead log has grown to ${Math.round(bytes / 1e6)} MB: a connection has been reading an old moment of the database for long. End that program, or its transaction; the log then shrinks within a minute.`,
    { file: db.sqlite.name, wal_bytes: bytes },
  );
}
