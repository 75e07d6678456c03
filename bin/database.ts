import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Option } from "commander";
import { createHoglet } from "../lib/index.ts";
import type { Hoglet, HogletOptions } from "../lib/index.ts";
import { flag } from "./flag.ts";
import { stderrLogger } from "./stderr-logger.ts";

/** The code of an error that names a file or folder which this user may not write to. */
export const UNWRITABLE = "unwritable";

/** Where a database is made when none is named: in the current folder. */
const DEFAULT_FILE = "hoglet.db";

/** The flag of all commands that work on a database without serving it. */
export function databaseFlag(): Option {
  return flag("--db <file>", `the database (default: ${DEFAULT_FILE}; also HOGLET_FILE)`);
}

/** The flag of the commands that make a database when there is none. */
export function useEmptyFileFlag(): Option {
  return flag("--use-empty-file", "begin a new database in a file of 0 bytes that is there");
}

/** The file named by the environment; undefined = none. Both names count for every command, serve included. */
export function namedByEnvironment(): string | undefined {
  return process.env["HOGLET_FILE"] ?? process.env["HOGLET_DB"];
}

/** The file to work on: the given one, else the environment's, else the default. */
export function databaseFile(given: string | undefined): string {
  return given ?? namedByEnvironment() ?? DEFAULT_FILE;
}

/** A handle that reports on stderr. @throws an Error or HogletError whose message says what is wrong with the file */
export async function openDatabase(options: HogletOptions): Promise<Hoglet> {
  if (options.file !== undefined) checkFile(options.file);
  return createHoglet({ logger: stderrLogger, ...options });
}

/** The same for a database that must be there: a mistyped name must not make a new one. */
export async function openExisting(given: string | undefined, options: HogletOptions = {}): Promise<Hoglet> {
  const file = databaseFile(given);
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  return openDatabase({ ...options, file });
}

/** SQLite says "unable to open database file" for all of these. */
function checkFile(file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new Error(`The folder ${folder} does not exist.`);
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file, not a folder.`);
  if (existsSync(file)) {
    if (statSync(file).isDirectory()) throw new Error(`${file} is a folder, not a database.`);
    accessSync(file, constants.R_OK);
    requireWritable(file, "");
    // Left by a program that read the database while it was read-only: SQLite gives them its mode.
    for (const beside of [`${file}-wal`, `${file}-shm`]) {
      if (existsSync(beside)) requireWritable(beside, " It belongs to the database.");
    }
  }
  requireWritable(folder, " SQLite keeps the write-ahead log there, beside the database.");
}

/** @throws an Error that says what to do, with the system's code */
function requireWritable(path: string, why: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM") throw error;
    const message = `${path} is read-only: this user may not write to it.${why} Change its mode or owner, or use another user.`;
    throw Object.assign(new Error(message, { cause: error }), { code: UNWRITABLE });
  }
}
