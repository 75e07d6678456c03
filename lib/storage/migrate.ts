import type Database from "better-sqlite3";
import { misconfigured } from "../base/errors.ts";
import { MIGRATIONS } from "./migration-scripts.ts";
import { SCHEMA_NAMES } from "./schema-names.ts";
import { toSchemaScript } from "./schema-script.ts";

// The SQL is drizzle-kit's. Its own migrator is not used: it begins a deferred transaction, so that two processes that
// open a new file at once collide ("table already exists"), and it does not refuse a database that is newer than the
// code.

/** Marks the file as hoglet's: "hogl" in ASCII, in SQLite's application_id. */
export const APPLICATION_ID = 0x686f676c;

/** The mark of files from before the first release: "hglt". Their formats had other numbers. */
const UNRELEASED_ID = 0x68676c74;

/** @throws misconfigured when the database belongs to another program; an empty database belongs to none yet */
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

/** The refusal of such a file. */
export const UNRELEASED = {
  reason: "This database was made by a hoglet from before the first release, whose format this version does not read.",
  advice:
    "Write it to a text file with that hoglet (`hoglet export`), and read this into a new database (`hoglet import`).",
};

/**
 * The result of all migrations as SQL, kept since the first new database of this process: a fifth of the time of the
 * migrations, which is half of the time that a handle in memory takes to open. Suites of tests open thousands.
 */
let newestSchema: string | undefined;

/**
 * Applies, in one transaction, the migrations that this database does not have yet; `user_version` counts them: it is the number of the
 * file's format (`docs/file-format.md`).
 * @throws misconfigured when the database belongs to a newer version of the library.
 */
export function migrate(sqlite: Database.Database): void {
  const newest = MIGRATIONS.length;
  if (versionOf(sqlite) === newest) return;
  sqlite
    .transaction(() => {
      const version = versionOf(sqlite);
      refuseNewer(version, newest);
      if (version === 0 && newestSchema !== undefined) sqlite.exec(newestSchema);
      else for (const statement of MIGRATIONS.slice(version).flatMap(toStatements)) sqlite.exec(statement);
      if (version === 0) newestSchema ??= toSchemaScript(sqlite);
      sqlite.pragma(`application_id = ${APPLICATION_ID}`);
      sqlite.pragma(`user_version = ${newest}`);
    })
    .immediate();
}

/**
 * Refuses a database that lacks a table, an index or a trigger: another program, or damage, has removed it.
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

/** A damaged schema may lack everything; a sentence names this many. */
const MOST_NAMED = 3;

/** The format of a database. */
export interface Schema {
  /** Does the database belong to hoglet? */
  isOurs: boolean;
  /** Is it of a hoglet from before the first release? */
  isUnreleased: boolean;
  /** The number of migrations that it has, and the number that exist. */
  version: number;
  newest: number;
}

/** Reads the format of a database. */
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

function toStatements(script: string): string[] {
  return script.split("--> statement-breakpoint");
}
