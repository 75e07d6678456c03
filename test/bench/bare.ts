import Database from "better-sqlite3";
import { createIds, toUuidBytes } from "../../lib/ids.ts";

/** An event as the benchmarks make it. */
export interface BenchEvent {
  event: string;
  distinct_id: string;
  uuid: string;
  timestamp: string;
  properties: Record<string, unknown>;
}

const EVENT_NAMES = 30;

/** The unique index over the uuid alone, or also what else the event log's table has: AUTOINCREMENT, the index by time. */
export type BareTable = "unique" | "log";

/**
 * The raw limit: a bare better-sqlite3 insert of the event log's row, with the same pragmas; one transaction a call.
 */
export function openBare(
  file: string,
  table: BareTable = "unique",
): { insert(events: readonly BenchEvent[]): void; close(): void } {
  const sqlite = new Database(file);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("cache_size = -32768");
  sqlite.exec(`
    CREATE TABLE events (seq INTEGER PRIMARY KEY ${table === "log" ? "AUTOINCREMENT" : ""}, project_id INTEGER NOT NULL, uuid BLOB NOT NULL,
      event_name_id INTEGER NOT NULL, distinct_id_id INTEGER NOT NULL, timestamp INTEGER NOT NULL,
      received_at INTEGER NOT NULL, properties TEXT NOT NULL, elements TEXT) STRICT;
    CREATE UNIQUE INDEX events_by_uuid ON events (project_id, uuid);
    ${table === "log" ? "CREATE INDEX events_by_timestamp ON events (project_id, timestamp);" : ""}`);
  const statement = sqlite.prepare(
    `INSERT INTO events (project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, elements)
     VALUES (1, ?, ?, ?, ?, ?, ?, NULL)`,
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

/** Rows a second that `openBare` reaches: 100 a transaction, 300 bytes of properties. */
export function bareInsertRate(file: string): number {
  const bare = openBare(file);
  const ids = createIds();
  const rows = 200_000;
  const batches = Array.from({ length: rows / 100 }, () =>
    Array.from({ length: 100 }, (_, index) => ({
      event: "event",
      distinct_id: "person",
      uuid: ids.uuid(Date.now()),
      timestamp: new Date().toISOString(),
      properties: { plan: "pro", position: index, active: true, note: "x".repeat(230) },
    })),
  );
  const start = performance.now();
  for (const batch of batches) bare.insert(batch);
  const elapsed = performance.now() - start;
  bare.close();
  return rows / (elapsed / 1000);
}
