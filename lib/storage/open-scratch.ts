import Database from "better-sqlite3";

/** A prepared statement of a scratch database. */
export type ScratchStatement = Database.Statement<unknown[]>;

/**
 * Opens an empty database of its own for rows that only one piece of work needs: sorted or joined on disk, so that memory
 * stays bounded. It lies in SQLite's temporary folder (in memory while small) and disappears when it is closed or the
 * process ends.
 */
export function openScratch(tables: string): Database.Database {
  const sqlite = new Database("");
  // Nothing survives a failure, so nothing needs a journal on disk.
  sqlite.pragma("journal_mode = OFF");
  sqlite.pragma("synchronous = OFF");
  sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  sqlite.exec(tables);
  return sqlite;
}

/** Page cache in KiB. A smaller cache makes look-ups by random keys (uuids) read the disk. */
const CACHE_KIB = 64 * 1024;
