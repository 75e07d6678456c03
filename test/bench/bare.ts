import Database from "better-sqlite3";
import { createIds, toUuidBytes } from "../../lib/base/ids.ts";
import { openDatabase } from "../../lib/log/index.ts";

/** An event as the benchmarks make it. */
export interface BenchEvent {
  event: string;
  distinct_id: string;
  uuid: string;
  timestamp: string;
  properties: Record<string, unknown>;
}

/** The raw limit: better-sqlite3 and one prepared statement, one transaction a call. */
export interface Bare {
  insert(events: readonly BenchEvent[]): void;
  close(): void;
}

const EVENT_NAMES = 30;

/**
 * `plain`: the log's columns and the unique index over the uuid, which finds duplicates. The targets call this "a bare insert
 * of the same row". `log`: the table that hoglet itself makes, with all its indexes and triggers.
 */
export type BareTable = "plain" | "log";

/** Opens one; both have the pragmas of hoglet's own connection. */
export function openBare(file: string, table: BareTable = "plain"): Bare {
  const sqlite = table === "log" ? openDatabase({ file, durability: "normal" }).sqlite : openPlain(file);
  const statement = sqlite.prepare(
    `INSERT INTO events (project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, elements${table === "log" ? ", head_sum, text_sum, origin_sum" : ""})
     VALUES (1, ?, ?, ?, ?, ?, ?, NULL${table === "log" ? ", 0, 0, 0" : ""})`,
  );
  const insert = sqlite.transaction((events: readonly BenchEvent[]) => {
    for (const [index, event] of events.entries()) {
      const timestamp = Date.parse(event.timestamp);
      statement.run(
        toUuidBytes(event.uuid),
        index % EVENT_NAMES,
        index,
        timestamp,
        timestamp,
        JSON.stringify(event.properties),
      );
    }
  });
  return { insert, close: () => sqlite.close() };
}

function openPlain(file: string): Database.Database {
  const sqlite = new Database(file);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("secure_delete = ON");
  sqlite.pragma("cache_size = -32768");
  sqlite.exec(`
    CREATE TABLE events (seq INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, uuid BLOB NOT NULL,
      event_name_id INTEGER NOT NULL, distinct_id_id INTEGER NOT NULL, timestamp INTEGER NOT NULL,
      received_at INTEGER NOT NULL, properties TEXT NOT NULL, elements TEXT) STRICT;
    CREATE UNIQUE INDEX events_by_uuid ON events (project_id, uuid);`);
  return sqlite;
}

/** Gives rows a second at each call, over 20,000 more rows into a `plain` table: 100 a transaction, 300 bytes of properties. */
export function openInsertRate(file: string): { measure(): number; close(): void } {
  const bare = openBare(file);
  const ids = createIds();
  const batches = () =>
    Array.from({ length: 200 }, () =>
      Array.from({ length: 100 }, (_, index) => ({
        event: "event",
        distinct_id: "person",
        uuid: ids.uuid(Date.now()),
        timestamp: new Date().toISOString(),
        properties: { plan: "pro", position: index, active: true, note: "x".repeat(230) },
      })),
    );
  return {
    measure() {
      const rows = batches();
      const start = performance.now();
      for (const batch of rows) bare.insert(batch);
      return 20_000 / ((performance.now() - start) / 1000);
    },
    close: () => bare.close(),
  };
}
