import Database from "better-sqlite3";
import type { Db, Extend } from "./db.ts";
import { addRowSums } from "./row-sums.ts";
import { createWriteQueue } from "./write-queue.ts";

/** KiB, as for a writer. */
const CACHE_KIB = 32 * 1024;

/** Longest wait in ms while another process locks the file exclusively (recovery after a crash). */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens a connection that cannot write: to a file, or to bytes of `serialize()`. Temporary views can be made until
 * `PRAGMA query_only` is set; sorting stays in memory.
 */
export function openSqliteReader(source: string | Buffer, extend: Extend): Database.Database {
  const isFile = typeof source === "string";
  const sqlite = isFile
    ? new Database(source, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    : new Database(source);
  sqlite.pragma("trusted_schema = OFF");
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  addRowSums(sqlite);
  extend(sqlite);
  return sqlite;
}

/** Opens an empty database of its own in memory. */
export function openEmpty(): Database.Database {
  return new Database(":memory:");
}

/**
 * Opens a database for one piece of work: sorted or joined on disk, memory stays bounded.
 * @param tables SQL that makes the tables; empty = another process has made them
 * @param file in a temporary folder that the caller removes
 */
export function openScratch(tables: string, file: string): Database.Database {
  const sqlite = new Database(file);
  // Nothing survives a failure, so no journal.
  sqlite.pragma("journal_mode = OFF");
  sqlite.pragma("synchronous = OFF");
  sqlite.pragma(`cache_size = -${SCRATCH_CACHE_KIB}`);
  sqlite.exec(tables);
  return sqlite;
}

/** KiB; with less, look-ups by random keys (uuids) read the disk. */
const SCRATCH_CACHE_KIB = 64 * 1024;

/** Never writes, and is never stale. */
export function toReadOnly(sqlite: Database.Database): Db {
  const statements = new Map<string, Database.Statement>();
  return {
    sqlite,
    writeWaitMs: 0,
    writeQueue: createWriteQueue(),
    checkpoint: "automatic",
    isFollowing: false,
    refusal: () => null,
    requireFile() {},
    sql<Row>(text: string) {
      const statement = statements.get(text) ?? sqlite.prepare(text);
      statements.set(text, statement);
      return statement as Database.Statement<unknown[], Row>;
    },
    onStale() {},
    refresh() {},
    stamp: () => "0",
    noteCommit() {},
    invalidate() {},
    close: () => void sqlite.close(),
  };
}
