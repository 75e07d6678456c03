import Database from "better-sqlite3";
import type { Db } from "./open.ts";

/** Page cache of a reader in KiB. */
const CACHE_KIB = 32 * 1024;

/** How long a reader waits while another process holds the file for itself (recovery after a crash). */
const BUSY_TIMEOUT_MS = 5000;

/**
 * A second connection that cannot write: to a file that is there, or to a copy of a database in memory as `serialize()`
 * gave it. Temporary views can be made until `PRAGMA query_only` is set; sorting stays in memory.
 */
export function openReader(source: string | Buffer): Database.Database {
  const isFile = typeof source === "string";
  const sqlite = isFile
    ? new Database(source, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    : new Database(source);
  sqlite.pragma("trusted_schema = OFF");
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  return sqlite;
}

/** A database of its own in memory, with nothing in it. */
export function openEmpty(): Database.Database {
  return new Database(":memory:");
}

/** Such a connection with its prepared statements, for code that reads by a `Db`. Nobody writes by it, so it is never stale. */
export function toReadOnly(sqlite: Database.Database): Db {
  const statements = new Map<string, Database.Statement>();
  return {
    sqlite,
    writeWaitMs: 0,
    requireFile() {},
    sql(text) {
      const statement = statements.get(text) ?? sqlite.prepare(text);
      statements.set(text, statement);
      return statement;
    },
    onStale() {},
    refresh() {},
    invalidate() {},
    close: () => void sqlite.close(),
  };
}
