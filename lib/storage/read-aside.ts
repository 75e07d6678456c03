import { accessSync, constants, copyFileSync, existsSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { createTempFolder } from "../base/temp-folder.ts";

export interface ReadAside {
  sqlite: Database.Database;
  close(): void;
}

/** Opens a file that it may read in place. */
type OpenReader = (file: string) => Database.Database;

/** SQLite's codes for unwritable files beside the database, which a write-ahead log needs even for reading. */
const UNWRITABLE = /^SQLITE_(?:READONLY|CANTOPEN|FULL|IOERR_SHM)/;

/**
 * Opens a file for reading wherever it lies: on a full or read-only disk, or in a folder without write permission.
 * Companion files get the database's mode, so that its owner can always write to them.
 *
 * Where it cannot write, it reads a copy in the system's temporary folder: better-sqlite3 does not offer SQLite's
 * `immutable=1`.
 * @throws the errors of SQLite or the file system when the file cannot be read
 */
export function openAside(file: string, openReader: OpenReader): ReadAside {
  // With the log's shared memory there, SQLite creates no file.
  if (mayWrite(file) || existsSync(`${file}-shm`)) {
    try {
      const sqlite = openReader(file);
      return { sqlite, close: () => void sqlite.close() };
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !UNWRITABLE.test(error.code)) throw error;
    }
  }
  accessSync(file, constants.R_OK);
  return openCopy(file, openReader);
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

function openCopy(file: string, openReader: OpenReader): ReadAside {
  const folder = createTempFolder("copy");
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
