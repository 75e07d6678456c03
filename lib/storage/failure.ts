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

/**
 * Words of better-sqlite3 where memory ran out and it tells no code of SQLite: while it made a virtual table, whose declarations are
 * hoglet's own and right, and while it bound a value.
 */
const OUT_OF_MEMORY = /^(?:failed to declare virtual table |Out of memory$)/;

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
  const code = codeOf(error);
  if (code?.startsWith("SQLITE_CORRUPT") === true || isMalformedJson(error)) return corrupt(DAMAGED, error);
  const known = FAILURES.find(([prefix]) => code?.startsWith(prefix));
  return known ? unavailable(known[1], known[2], error) : internal(error);
}

/** Converts errors of SQLite; others stay. */
export function toKnown(error: unknown): unknown {
  return codeOf(error) === null ? error : toStorageError(error);
}

/** SQLite's result code; null = it is no error of SQLite. */
function codeOf(error: unknown): string | null {
  if (error instanceof Error && OUT_OF_MEMORY.test(error.message)) return "SQLITE_NOMEM";
  return error instanceof Database.SqliteError ? error.code : null;
}
