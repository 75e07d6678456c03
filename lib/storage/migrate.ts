import type Database from "better-sqlite3";
import { misconfigured } from "../base/errors.ts";
import { MIGRATIONS } from "./migration-scripts.ts";
import { SCHEMA_NAMES } from "./schema-names.ts";

// drizzle-kit writes the SQL. Its migrator begins a deferred transaction, so that two processes that open a new file
// collide ("table already exists"), and accepts a database newer than the code.

/** SQLite's application_id of hoglet's files: "hogl" in ASCII. */
export const APPLICATION_ID = 0x686f676c;

/** The number of the format that this version writes: its migrations. */
export const FILE_FORMAT = MIGRATIONS.length;

/** "hglt": files from before the first release, with other format numbers. */
const UNRELEASED_ID = 0x68676c74;

/** @throws misconfigured when the database belongs to another program; an empty one belongs to none yet */
export function refuseForeign(sqlite: Database.Database): void {
  // Read in one transaction, since another process may be creating its tables.
  const read = sqlite.transaction(() => ({
    id: sqlite.pragma("application_id", { simple: true }),
    isEmpty: sqlite.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() === 0,
    version: versionOf(sqlite),
  }));
  const { id, isEmpty, version } = read.deferred();
  if (id === APPLICATION_ID) return refuseNewer(version, MIGRATIONS.length);
  if (id === UNRELEASED_ID) throw misconfigured("file", `${UNRELEASED.reason} ${UNRELEASED.advice}`);
  if (!isEmpty) throw misconfigured("file", "This SQLite database was made by another program.");
}

export const UNRELEASED = {
  reason: "This database was made by a hoglet from before the first release, whose format this version does not read.",
  advice:
    "Write it to a text file with that hoglet (`hoglet export`), and read this into a new database (`hoglet import`).",
};

/**
 * Applies the missing migrations in one transaction; `user_version` counts them: the number of the file's format
 * (`docs/file-format.md`).
 * @throws misconfigured when the database belongs to a newer version of the library
 */
export function migrate(sqlite: Database.Database): void {
  const newest = MIGRATIONS.length;
  if (versionOf(sqlite) === newest) return;
  sqlite
    .transaction(() => {
      const version = versionOf(sqlite);
      refuseNewer(version, newest);
      for (const script of MIGRATIONS.slice(version)) sqlite.exec(script);
      sqlite.pragma(`application_id = ${APPLICATION_ID}`);
      sqlite.pragma(`user_version = ${newest}`);
    })
    .immediate();
}

/** @throws misconfigured when another version of the library wrote the database, and this one may not change it */
export function requireFormat(sqlite: Database.Database): void {
  const version = versionOf(sqlite);
  if (version === FILE_FORMAT) return;
  throw misconfigured(
    "file",
    `The followed hoglet has format ${version}, and this version ${FILE_FORMAT}. Use the same version of hoglet.`,
  );
}

/**
 * Refuses a database that lost a table, an index or a trigger to another program, or to damage.
 * @throws misconfigured naming the first few
 */
export function requireWhole(sqlite: Database.Database): void {
  const present = new Set(sqlite.prepare("SELECT name FROM sqlite_schema").pluck().all());
  const missing = SCHEMA_NAMES.filter((name) => !present.has(name));
  if (missing.length === 0) return;
  const names = missing.slice(0, MOST_NAMED).join(", ") + (missing.length > MOST_NAMED ? ", …" : "");
  throw misconfigured(
    "file",
    `The database lacks ${names}, which hoglet made and something else removed. Restore a backup, or run \`hoglet doctor <file>\`.`,
  );
}

/** Missing parts that the sentence names. */
const MOST_NAMED = 3;

export interface Schema {
  /** Does the database belong to hoglet? */
  isOurs: boolean;
  /** Is it of a hoglet from before the first release? */
  isUnreleased: boolean;
  /** The number of migrations that it has, and the number that exist. */
  version: number;
  newest: number;
}

export function schemaOf(sqlite: Database.Database): Schema {
  const id = sqlite.pragma("application_id", { simple: true });
  return {
    isOurs: id === APPLICATION_ID,
    isUnreleased: id === UNRELEASED_ID,
    version: versionOf(sqlite),
    newest: MIGRATIONS.length,
  };
}

function versionOf(sqlite: Database.Database): number {
  return Number(sqlite.pragma("user_version", { simple: true }));
}

function refuseNewer(version: number, newest: number): void {
  if (version <= newest) return;
  throw misconfigured(
    "file",
    `This database was written by a newer hoglet (format ${version}; this version knows ${newest}). Upgrade hoglet.`,
  );
}
