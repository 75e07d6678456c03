import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { openReader } from "./reader.ts";

/** A connection that reads, and how to end it. */
export interface ReadAside {
  sqlite: Database.Database;
  close(): void;
}

/** SQLite's codes for files that cannot be written beside the database, which a log asks for even to be read. */
const UNWRITABLE = /^SQLITE_(?:READONLY|CANTOPEN|FULL|IOERR_SHM)/;

/**
 * Opens a file for reading wherever it lies: on a full or read-only disk and in a folder that nobody may write to, too.
 * It leaves no file beside the database that its owner could not write to later: SQLite gives its companions the mode of
 * the database.
 *
 * It reads a copy in the system's temporary folder then: better-sqlite3 leaves out SQLite's `immutable=1`.
 * @throws as SQLite or the file system; what is there cannot be read
 */
export function openAside(file: string): ReadAside {
  // Where the shared memory of the log is there already, SQLite makes nothing.
  if (mayWrite(file) || existsSync(`${file}-shm`)) {
    try {
      const sqlite = openReader(file);
      return { sqlite, close: () => void sqlite.close() };
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !UNWRITABLE.test(error.code)) throw error;
    }
  }
  accessSync(file, constants.R_OK);
  return openCopy(file);
}

function mayWrite(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    accessSync(dirname(resolve(file)), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function openCopy(file: string): ReadAside {
  const folder = mkdtempSync(join(tmpdir(), "hoglet-copy-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "copy.db");
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    const sqlite = openReader(copy);
    return {
      sqlite,
      close() {
        sqlite.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
