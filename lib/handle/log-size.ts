import type { Context } from "./context.ts";
import { logBytes } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";

/**
 * Bytes from which a write-ahead log counts as large: eight times the length at which SQLite folds it when no reader
 * holds it.
 */
const LARGE_BYTES = 32 * 1024 * 1024;

/** Pages after which a commit folds the log: SQLite's default; 0 = never. */
const FOLD_AFTER_PAGES = 1000;

/** The databases whose log is held and was reported. */
const told = new WeakSet<Db>();

/** Is the write-ahead log too large, or was it at the last check? */
export function isLogLarge({ db }: Pick<Context, "db">): boolean {
  return told.has(db) || logBytes(db) > LARGE_BYTES;
}

/**
 * Empties a large write-ahead log, in the engine's thread. A reader of an old moment prevents it: then this reports it
 * once, with the size, and commits no longer try by themselves, which would block the event loop once that reader has
 * gone.
 */
export async function shrinkLog({ db, housing, log }: Pick<Context, "db" | "housing" | "log">): Promise<void> {
  const isFolded = await housing.foldLog();
  const bytes = logBytes(db);
  if (isFolded || bytes <= LARGE_BYTES) {
    if (told.delete(db)) db.sqlite.pragma(`wal_autocheckpoint = ${FOLD_AFTER_PAGES}`);
    return;
  }
  if (told.has(db)) return;
  told.add(db);
  db.sqlite.pragma("wal_autocheckpoint = 0");
  log.warn(
    `The write-ahead log has grown to ${Math.round(bytes / 1e6)} MB: a connection has been reading an old moment of the database for long. End that program, or its transaction; the log then shrinks within a minute.`,
    { file: db.sqlite.name, wal_bytes: bytes },
  );
}
