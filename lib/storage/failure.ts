import Database from "better-sqlite3";
import { corrupt, HogletError, internal, unavailable } from "../base/errors.ts";

// SQLite's result codes by prefix (SQLITE_IOERR has many suffixes), with code and message for callers.
const FAILURES: [prefix: string, code: string, detail: string][] = [
  ["SQLITE_BUSY", "database_busy", "The database is busy with another process; nothing was stored. Try again."],
  ["SQLITE_LOCKED", "database_busy", "The database is locked; nothing was stored. Try again."],
  [
    "SQLITE_FULL",
    "storage_full",
    "The disk or the database is full; nothing was stored. Free some space: hoglet then continues by itself.",
  ],
  // SQLite writes to each new page of the log's shared memory.
  [
    "SQLITE_IOERR_SHMSIZE",
    "storage_full",
    "The disk is full; nothing was stored. Free some space: hoglet then continues by itself.",
  ],
  ["SQLITE_IOERR", "storage_failed", "The disk reported an error; nothing was stored."],
  [
    "SQLITE_READONLY",
    "storage_read_only",
    "The database is read-only: the file, its folder or its disk may not be written to. Nothing was stored. Change that, then restart.",
  ],
  ["SQLITE_NOMEM", "storage_failed", "Memory ran out; nothing was stored. Try again."],
  ["SQLITE_CANTOPEN", "storage_failed", "The database file cannot be opened."],
  ["SQLITE_NOTADB", "not_a_database", "The file is not a SQLite database."],
];

/** better-sqlite3's words where memory ran out while it made a virtual table: the declarations are hoglet's own, and right. */
const UNDECLARED = /^failed to declare virtual table /;

const DAMAGED = "The database file is damaged. `hoglet doctor <file>` says where, and what to do.";

/** SQLite has no code of its own for malformed JSON. */
export function isMalformedJson(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.message === "malformed JSON";
}

/**
 * Reads JSON inside SQLite, which is fast, or row by row where a text is no JSON.
 * @param byRow throws an error that names the row
 */
export function readJson<T>(inSqlite: () => T, byRow: () => T): T {
  try {
    return inSqlite();
  } catch (error) {
    if (!isMalformedJson(error)) throw error;
    return byRow();
  }
}

/** 503 and a code for known errors; 500 for others and for damaged files. */
export function toStorageError(error: unknown): HogletError {
  if (error instanceof HogletError) return error;
  if (!(error instanceof Database.SqliteError)) return internal(error);
  if (error.code.startsWith("SQLITE_CORRUPT") || isMalformedJson(error)) return corrupt(DAMAGED, error);
  const code = UNDECLARED.test(error.message) ? "SQLITE_NOMEM" : error.code;
  const known = FAILURES.find(([prefix]) => code.startsWith(prefix));
  return known ? unavailable(known[1], known[2], error) : internal(error);
}

/** Converts errors of SQLite; others stay. */
export function toKnown(error: unknown): unknown {
  return error instanceof Error && error.name === "SqliteError" ? toStorageError(error) : error;
}
