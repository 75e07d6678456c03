import { closeSync, existsSync, mkdtempSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { corrupt, misconfigured } from "../base/errors.ts";
import { sweepTempFolders, tempPrefix } from "../base/temp-folder.ts";
import { toStorageError } from "./failure.ts";
import { flushPath } from "./log-sync.ts";
import { refuseForeign } from "./migrate.ts";
import { openSqliteReader } from "./reader.ts";

/** Only its owner may read a copy, as new databases. */
const PRIVATE_MODE = 0o600;

/**
 * Writes a copy of a database, as it is at one moment, beside whatever writes to it meanwhile. It blocks this thread. The copy has no free
 * pages, is checked, and appears at its path whole and flushed to disk, or not at all. The next backup removes what a killed one has left.
 * @param to a path where nothing is
 * @returns the bytes of the copy
 * @throws misconfigured when `to` exists, or `file` is no database of hoglet; corrupt when it is damaged
 */
export function backUp(file: string, to: string): number {
  if (existsSync(to)) throw misconfigured("to", `${to} exists: a backup replaces nothing.`);
  const parent = dirname(to);
  void sweepTempFolders(parent);
  const folder = mkdtempSync(join(parent, tempPrefix("backup")));
  const draft = join(folder, "draft.db");
  try {
    closeSync(openSync(draft, "wx", PRIVATE_MODE));
    copy(file, draft);
    requireSound(draft);
    flushPath(draft, "r+");
    renameSync(draft, to);
    // Windows has no such call for folders.
    if (process.platform !== "win32") flushPath(parent, "r");
    return statSync(to).size;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? toStorageError(error) : error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copy(file: string, draft: string): void {
  const sqlite = openSqliteReader(file, () => {});
  try {
    refuseForeign(sqlite);
    sqlite.prepare("VACUUM INTO ?").run(draft);
  } finally {
    sqlite.close();
  }
}

/** @throws corrupt when the copy cannot be read */
function requireSound(draft: string): void {
  const sqlite = openSqliteReader(draft, () => {});
  try {
    if (sqlite.pragma("quick_check(1)", { simple: true }) !== "ok")
      throw corrupt("The copy is damaged, and was removed.");
  } finally {
    sqlite.close();
  }
}
