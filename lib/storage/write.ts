import { toStorageError } from "./failure.ts";
import type { Db } from "./open.ts";

/** Anything but a promise: work inside a transaction is synchronous, whatever is awaited comes before or after. */
type Settled<T> = T extends PromiseLike<unknown> ? never : T;

/**
 * Runs `fn` in the one kind of transaction there is: `begin immediate`, all or nothing; a savepoint when nested.
 * Before `fn` runs, caches learn of other processes' commits; when it throws, of the rollback.
 * @throws whatever `fn` throws, or a HogletError 503 when SQLite cannot write (busy, full, read-only).
 */
export function write<T>(db: Db, fn: () => Settled<T>): T {
  const { sqlite } = db;
  if (sqlite.inTransaction) return savepoint(db, fn);
  begin(db);
  try {
    db.refresh();
    const result = fn();
    db.sql("COMMIT").run();
    return result as T;
  } catch (error) {
    if (sqlite.inTransaction) db.sql("ROLLBACK").run();
    db.invalidate();
    throw isSqlite(error) ? toStorageError(error) : error;
  }
}

function begin(db: Db): void {
  try {
    db.sql("BEGIN IMMEDIATE").run();
  } catch (error) {
    throw toStorageError(error);
  }
}

function savepoint<T>(db: Db, fn: () => Settled<T>): T {
  db.sql("SAVEPOINT nested").run();
  try {
    const result = fn();
    db.sql("RELEASE nested").run();
    return result as T;
  } catch (error) {
    // SQLite has already rolled everything back on some errors (a full disk): then there is no savepoint left.
    if (db.sqlite.inTransaction) {
      db.sql("ROLLBACK TO nested").run();
      db.sql("RELEASE nested").run();
    }
    db.invalidate();
    throw error;
  }
}

function isSqlite(error: unknown): boolean {
  return error instanceof Error && error.name === "SqliteError";
}
