import type Database from "better-sqlite3";
import type { Db } from "../../storage/index.ts";

/** A private temporary database for one import, attached to a connection. */
export interface Staging {
  /** Prepares SQL in which `staging.` prefixes the tables below and the caller's. */
  sql<Row = unknown>(text: string): Database.Statement<unknown[], Row>;
  /** Runs `fn` in one transaction that neither reads nor locks the real database. */
  transact(fn: () => void): void;
  /** Frees the disk; safe to call twice. */
  close(): void;
}

// `actors` are distinct ids, `names` event names; `ordinal` is their id in the real tables, set by the move. `place`
// counts the events; the checksums are for rows of the log (`uuid_sum` for time 0); `is_stored` = a list of the log has
// the uuid. `texts` are chunks of events, whose texts are then '' and checksums 0; `uuid_pages` lists their uuids, and
// `uuid_hashes` has the hashes (`pack.ts`).
const TABLES = `
CREATE TABLE staging.names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, ordinal INTEGER);
CREATE TABLE staging.actors (id INTEGER PRIMARY KEY, distinct_id TEXT NOT NULL UNIQUE, earliest INTEGER,
  ordinary INTEGER NOT NULL, personless INTEGER NOT NULL, ordinal INTEGER);
CREATE TABLE staging.events (line INTEGER PRIMARY KEY, uuid BLOB NOT NULL, name INTEGER NOT NULL, actor INTEGER NOT NULL,
  timestamp INTEGER NOT NULL, personless INTEGER NOT NULL, properties TEXT NOT NULL, elements TEXT,
  place INTEGER NOT NULL, text_sum INTEGER NOT NULL, uuid_sum INTEGER NOT NULL, is_stored INTEGER NOT NULL DEFAULT 0);
CREATE TABLE staging.texts (first_place INTEGER PRIMARY KEY, last_place INTEGER NOT NULL, first_line INTEGER NOT NULL,
  last_line INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE staging.uuid_pages (place INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE staging.uuid_hashes (id INTEGER PRIMARY KEY, places BLOB NOT NULL, hashes BLOB NOT NULL);
`;

/**
 * Opens staging. An attached database with an empty name lies in SQLite's temporary folder (in memory while small),
 * belongs to this connection, and disappears when detached or when the process dies; a TEMP table would keep its space
 * until the handle closes.
 * @param tables SQL that creates the caller's tables
 */
export function openStaging({ sqlite }: Db, tables: string): Staging {
  const alias = freeAlias(sqlite);
  const statements = new Map<string, Database.Statement>();
  const place = (text: string) => text.replaceAll("staging.", `${alias}.`);
  const sql = <Row>(text: string) => {
    let statement = statements.get(text);
    if (statement === undefined) {
      statement = sqlite.prepare(place(text));
      statements.set(text, statement);
    }
    return statement as Database.Statement<unknown[], Row>;
  };

  sqlite.exec(`ATTACH '' AS ${alias}`);
  let isAttached = true;
  // A failure drops all: no journal on disk, and a page cache that holds all look-ups.
  sqlite.pragma(`${alias}.journal_mode = MEMORY`);
  sqlite.pragma(`${alias}.synchronous = OFF`);
  sqlite.pragma(`${alias}.cache_size = -${CACHE_KIB}`);
  sqlite.exec(place(TABLES + tables));
  return {
    sql,
    // Not `write`, whose lock of the real database a busy server would make it wait for.
    transact: (fn) => sqlite.transaction(fn).deferred(),
    close() {
      // The handle may have been closed while the source was arriving.
      if (isAttached && sqlite.open) sqlite.exec(`DETACH ${alias}`);
      isAttached = false;
    },
  };
}

/** KiB of page cache; SQLite's default of 2 MB would read the disk again and again. */
const CACHE_KIB = 16 * 1024;

function freeAlias(sqlite: Database.Database): string {
  const taken = sqlite.prepare("SELECT name FROM pragma_database_list").pluck().all();
  let number = 1;
  while (taken.includes(`import_${number}`)) number += 1;
  return `import_${number}`;
}
