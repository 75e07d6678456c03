import { existsSync, linkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { misconfigured } from "../base/errors.ts";
import { APPLICATION_ID } from "./migrate.ts";
import { openEmpty } from "./reader.ts";

/**
 * Creates the file of a new database: a database without tables, which appears at its path whole, so that no process
 * meets 0 bytes. Never opens an existing file: closing it would drop this process's locks on it
 * (sqlite.org/howtocorrupt.html 2.2).
 * @throws misconfigured when the disk is full; SQLite reports other reasons when it opens the path
 */
export function createFile(file: string, mode: number): void {
  const draft = `${file}.new-${process.pid}`;
  try {
    writeFileSync(draft, emptyDatabase(), { flag: "wx", mode });
    try {
      linkSync(draft, file);
    } catch (error) {
      // Without hard links another process may see the file before its page is written, and refuse it.
      if (!isCode(error, "EEXIST")) writeFileSync(file, emptyDatabase(), { flag: "wx", mode });
    }
  } catch (error) {
    if (isCode(error, "ENOSPC") || isCode(error, "EDQUOT")) {
      throw misconfigured("file", `Cannot create the database ${file}: the disk is full. Free some space.`, error);
    }
    // Another process created it, or SQLite will say why not.
  } finally {
    // When the path goes through a file, there is nothing to remove, and rmSync would throw.
    if (existsSync(draft)) rmSync(draft, { force: true });
  }
}

/**
 * Refuses a file of 0 bytes, which is more often the rest of a damaged database than a new one.
 * @param isWanted the caller asks for a new database in it
 * @throws misconfigured saying what to do
 */
export function refuseEmpty(file: string, isWanted: boolean): void {
  const found = statSync(file);
  if (!found.isFile() || found.size > 0) return;
  // SQLite would delete the log.
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    const detail = `${file} is empty, but the write-ahead log of a database is beside it. Restore the database from a backup, or move both files away to begin a new one.`;
    throw misconfigured("file", detail);
  }
  if (isWanted) return;
  const detail = `${file} is empty (0 bytes), and a database was expected. Restore it from a backup; or begin a new database: remove the file, or give the option useEmptyFile (--use-empty-file).`;
  throw misconfigured("file", detail);
}

// Name the journal mode for writing and reading: 2 = write-ahead log (sqlite.org/fileformat2.html 1.3.3).
const JOURNAL_BYTES = [18, 19];

/** A database without tables, in write-ahead mode, so that no connection has to switch it. */
function emptyDatabase(): Buffer {
  const sqlite = openEmpty();
  try {
    sqlite.pragma(`application_id = ${APPLICATION_ID}`);
    const bytes = sqlite.serialize();
    for (const at of JOURNAL_BYTES) bytes[at] = 2;
    return bytes;
  } finally {
    sqlite.close();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
