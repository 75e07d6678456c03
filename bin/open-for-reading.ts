import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createTempFolder } from "../lib/base/temp-folder.ts";
import { HogletError } from "../lib/index.ts";
import type { Hoglet, HogletOptions } from "../lib/index.ts";
import { databaseFile, openDatabase, openExisting, UNWRITABLE } from "./database.ts";
import { printMessage } from "./print.ts";

/** Errors of opening with which the database can still be read: SQLite writes beside a file even to read it. */
const REASONS = new Set([UNWRITABLE, "EROFS", "ENOSPC", "storage_full", "storage_read_only"]);

/**
 * The handle of a command that only reads. On a full disk, or without write permission for the file or its folder, it
 * reads a copy: in memory, or in the system's temporary folder if the database has a write-ahead log.
 * @throws an Error or HogletError with the fault of the file
 */
export async function openForReading(given: string | undefined, options: HogletOptions = {}): Promise<Hoglet> {
  try {
    return await openExisting(given, options);
  } catch (error) {
    const code = error instanceof HogletError ? error.code : (error as NodeJS.ErrnoException).code;
    const cause = error instanceof HogletError ? (error.cause as { code?: string } | undefined)?.code : undefined;
    if (!REASONS.has(code ?? "") && !/^SQLITE_(?:READONLY|CANTOPEN|FULL|IOERR_SHM)/.test(cause ?? "")) throw error;
    return openCopy(databaseFile(given), options);
  }
}

async function openCopy(file: string, options: HogletOptions): Promise<Hoglet> {
  printMessage(`${file} cannot be written now: reading a copy.`);
  const log = `${file}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) return openDatabase({ ...options, contents: readFileSync(file) });
  const folder = createTempFolder("copy");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "copy.db");
    copyWhole(file, copy);
    const hoglet = await openDatabase({ ...options, file: copy });
    const close = async () => {
      await hoglet.close();
      remove();
    };
    return { ...hoglet, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Tries to copy a database to which another user's server writes. */
const COPY_TRIES = 5;

/** Copies a database with its log, both of one moment. @throws Error when they change all the time */
function copyWhole(file: string, copy: string): void {
  const suffixes = ["", "-wal"];
  const stamp = () =>
    suffixes.map((suffix) => {
      const { size, mtimeMs } = statSync(file + suffix, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
      return `${size} ${mtimeMs}`;
    });
  for (let tried = 0; tried < COPY_TRIES; tried++) {
    const before = stamp();
    for (const suffix of suffixes) {
      copyFileSync(file + suffix, copy + suffix);
      // A copy has the mode of its source.
      chmodSync(copy + suffix, 0o600);
    }
    if (String(stamp()) === String(before)) return;
  }
  throw new Error(`${file} is being written to, and this user may not join in. Ask the server, or try again later.`);
}
