import { statSync } from "node:fs";
import type { Db } from "../db.ts";
import { toStorageError } from "../failure.ts";
import { filePath } from "../db.ts";

/** Bytes; 0 = no log, as in memory. */
export function logBytes(db: Db): number {
  const file = filePath(db);
  return file === undefined ? 0 : (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
}

/**
 * Copies the write-ahead log into the database and truncates the log to 0 bytes. It takes about a second for each 200
 * MB, so a large log needs a thread.
 * @param waitMs time in ms for which it keeps the write lock and waits for readers of the log to end, while new readers
 * read the database file: under constant capture and questions, no moment is without a reader. Blocks this thread
 * @returns false = another connection writes or reads the log; as much as possible was copied; or another program copies it
 */
export function foldLog(db: Db, waitMs = 0): boolean {
  if (db.checkpoint === "external") return false;
  // Without the write lock first, to leave little for the second step.
  db.sqlite.pragma("wal_checkpoint(PASSIVE)");
  return waiting(db, waitMs, () => {
    const [result] = db.sqlite.pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }];
    return result.busy === 0;
  });
}

/** Is a connection in the middle of a write? Its log cannot be truncated, and may be as long as all that it writes. */
export function isBeingWritten(db: Db): boolean {
  return !waiting(db, 0, () => {
    db.sqlite.exec("BEGIN IMMEDIATE; ROLLBACK");
    return true;
  });
}

/**
 * Rewrites the whole file, so that it holds only live rows. It takes about a second for each 256 MiB and blocks all
 * other writers.
 * @param waitMs time in ms that it waits for another writer; it blocks this thread
 * @returns false = another connection writes; nothing was done
 */
export function rewriteFile(db: Db, waitMs = 0): boolean {
  return waiting(db, waitMs, () => {
    db.sqlite.exec("VACUUM");
    return true;
  });
}

function waiting(db: Db, waitMs: number, run: () => boolean): boolean {
  const usual = Number(db.sqlite.pragma("busy_timeout", { simple: true }));
  db.sqlite.pragma(`busy_timeout = ${waitMs}`);
  try {
    return run();
  } catch (error) {
    if (toStorageError(error).code === "database_busy") return false;
    throw error;
  } finally {
    db.sqlite.pragma(`busy_timeout = ${usual}`);
  }
}
