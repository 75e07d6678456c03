import { closeSync, existsSync, mkdtempSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { misconfigured } from "../base/errors.ts";
import { sweepTempFolders, tempPrefix } from "../base/temp-folder.ts";
import { toStorageError } from "./failure.ts";
import { flushPath } from "./log-sync.ts";

/** Only its owner may read a copy, as new databases. */
const PRIVATE_MODE = 0o600;

/**
 * Makes a database's file beside its path, flushes it and moves it there: it appears whole, or not at all. The next
 * call removes the rest of a killed one.
 * @param to a path where nothing is
 * @param what a word such as `backup`
 * @param fill writes to the path of an empty file, and checks it
 * @returns the bytes of the file
 * @throws misconfigured when `to` exists; the errors of `fill`
 */
export async function newFile(
  to: string,
  what: string,
  fill: (draft: string) => Promise<void> | void,
): Promise<number> {
  for (const path of [to, `${to}-wal`])
    if (existsSync(path)) throw misconfigured("to", `${path} exists: a ${what} replaces nothing.`);
  const parent = dirname(to);
  void sweepTempFolders(parent);
  const folder = mkdtempSync(join(parent, tempPrefix(what)));
  const draft = join(folder, "draft.db");
  try {
    closeSync(openSync(draft, "wx", PRIVATE_MODE));
    await fill(draft);
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
