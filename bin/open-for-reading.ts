import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HogletError } from "../lib/index.ts";
import type { Hoglet, HogletOptions } from "../lib/index.ts";
import { databaseFile, openDatabase, openExisting } from "./database.ts";
import { say } from "./print.ts";

/** Reasons that opening fails for although the database could be read: SQLite writes beside a file even to read it. */
const UNWRITABLE = new Set(["EROFS", "EACCES", "EPERM", "ENOSPC", "storage_full", "storage_read_only"]);

/**
 * The handle of a command that only reads. Where the disk is full, or the file or its folder may not be written to, the
 * command reads a copy: in memory, or in the system's temporary folder when a write-ahead log belongs to it.
 * @throws an Error or HogletError whose message says what is wrong with the file
 */
export async function openForReading(given: string | undefined, options: HogletOptions = {}): Promise<Hoglet> {
  try {
    return await openExisting(given, options);
  } catch (error) {
    const code = error instanceof HogletError ? error.code : (error as NodeJS.ErrnoException).code;
    const cause = error instanceof HogletError ? (error.cause as { code?: string } | undefined)?.code : undefined;
    if (!UNWRITABLE.has(code ?? "") && !/^SQLITE_(?:READONLY|CANTOPEN|FULL)/.test(cause ?? "")) throw error;
    return openCopy(databaseFile(given), options);
  }
}

async function openCopy(file: string, options: HogletOptions): Promise<Hoglet> {
  say(`${file} may not be written to now: reading a copy.`);
  const log = `${file}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) return openDatabase({ ...options, contents: readFileSync(file) });
  const folder = mkdtempSync(join(tmpdir(), "hoglet-copy-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "copy.db");
    copyFileSync(file, copy);
    copyFileSync(log, `${copy}-wal`);
    const hoglet = await openDatabase({ ...options, file: copy });
    return {
      ...hoglet,
      async [Symbol.asyncDispose]() {
        await hoglet.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
