import Database from "better-sqlite3";

/**
 * Opens a database for rows that only one piece of work needs: sorted or joined on disk, so that memory stays bounded.
 * @param tables SQL that makes the tables; empty = another process has made them
 * @param file its place, in a temporary folder that the caller removes
 */
export function openScratch(tables: string, file: string): Database.Database {
  const sqlite = new Database(file);
  // Nothing survives a failure, so nothing needs a journal on disk.
  sqlite.pragma("journal_mode = OFF");
  sqlite.pragma("synchronous = OFF");
  sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  sqlite.exec(tables);
  return sqlite;
}

/** Page cache in KiB. A smaller cache makes look-ups by random keys (uuids) read the disk. */
const CACHE_KIB = 64 * 1024;
