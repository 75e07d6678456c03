import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Option } from "commander";
import { createHoglet } from "../lib/index.ts";
import type { Hoglet, HogletOptions } from "../lib/index.ts";
import { flag } from "./flag.ts";
import { stderrLogger } from "./stderr-logger.ts";

/** The code of an error that names a file or folder without write permission. */
export const UNWRITABLE = "unwritable";

/** The default database, in the current folder. */
const DEFAULT_FILE = "hoglet.db";

/** The flag of all commands that use a database without serving it. */
export function databaseFlag(): Option {
  return flag("--db <file>", `the database (default: ${DEFAULT_FILE}; also HOGLET_FILE)`);
}

/** The same flag of the commands that take the database as their argument. */
export function alsoDatabaseFlag(): Option {
  return new Option("--db <file>", "the database").hideHelp();
}

/** The flag of the commands that create a missing database. */
export function useEmptyFileFlag(): Option {
  return flag("--use-empty-file", "create a new database in an existing file of 0 bytes");
}

/** The file in the environment; undefined = none. Both variables count for every command, also serve. */
export function namedByEnvironment(): string | undefined {
  return process.env["HOGLET_FILE"] ?? process.env["HOGLET_DB"];
}

/** The file to use: the given file, else the environment's, else the default. */
export function databaseFile(given: string | undefined): string {
  return given ?? namedByEnvironment() ?? DEFAULT_FILE;
}

/** Opens a handle that reports on stderr. @throws an Error or HogletError with the fault of the file */
export async function openDatabase(options: HogletOptions): Promise<Hoglet> {
  if (options.file !== undefined) checkFile(options.file);
  return createHoglet({ logger: stderrLogger, ...options });
}

/** Opens an existing database: a mistyped name must not create a new one. */
export async function openExisting(given: string | undefined, options: HogletOptions = {}): Promise<Hoglet> {
  return openDatabase({ ...options, file: existingFile(given) });
}

/** The file to use, which exists. @throws Error when there is none */
export function existingFile(given: string | undefined): string {
  const file = databaseFile(given);
  if (existsSync(file)) return file;
  throw new Error(`There is no database at ${file}. Name another, or make one: hoglet serve, hoglet import.`);
}

/** Checks the file, because SQLite says "unable to open database file" for all of these faults. */
function checkFile(file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new Error(`The folder ${folder} does not exist.`);
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file, not a folder.`);
  if (existsSync(file)) {
    if (statSync(file).isDirectory()) throw new Error(`${file} is a folder, not a database.`);
    accessSync(file, constants.R_OK);
    requireWritable(file, "");
    // Files left by a program that read the database while it was read-only: SQLite gives them its mode.
    for (const beside of [`${file}-wal`, `${file}-shm`]) {
      if (existsSync(beside)) requireWritable(beside, " It belongs to the database.");
    }
  }
  requireWritable(folder, " SQLite keeps the write-ahead log there, beside the database.");
}

/** @throws an Error with advice and the system's code */
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
