import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { CSV_COLUMNS } from "../dataset.ts";
import type { Dataset } from "../dataset.ts";
import type { BenchTarget } from "../engine.ts";
import type { Row } from "../question.ts";
import { DAY_MS, START_MS } from "../world.ts";

/** Plain SQLite over one table with covering indexes. */
export function openSqlite(file: string): BenchTarget {
  const db = new Database(file, { readonly: true });
  db.pragma("cache_size = -262144");
  return {
    version: `SQLite ${String(db.prepare("SELECT sqlite_version()").pluck().get())}`,
    forms: ({ peers }) => peers.sqlite?.length ?? 0,
    async ask({ peers }, form) {
      const { sql, finish } = peers.sqlite?.[form] ?? { sql: "" };
      const start = performance.now();
      const rows = db.prepare(sql).raw().all() as Row[];
      const answer = finish === undefined ? rows : finish(rows);
      return { rows: answer, ms: performance.now() - start };
    },
    close: () => void db.close(),
  };
}

/** Columns that are whole numbers. */
const INTEGERS = new Set(["ts", "day", "person", "is_mobile", "logged_in", "duration", "position"]);

/** One index for each kind of question, holding all that it reads. */
const INDEXES = [
  "event, day, person",
  "event, person, day, created_day",
  "event, browser, source, day",
  "event, plan, day, duration",
];

/** Person and day of creation resolved. */
export async function loadSqlite(file: string, { eventsCsv, personsCsv }: Dataset): Promise<void> {
  const db = new Database(file);
  db.pragma("journal_mode = OFF");
  db.pragma("synchronous = OFF");
  const created = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(personsCsv) })) {
    const [person = "", createdMs] = line.split(",");
    created.set(person, Math.floor((Number(createdMs) - START_MS) / DAY_MS));
  }
  const columns = CSV_COLUMNS.map((name) => `${name} ${toType(name)}`).join(", ");
  db.exec(`CREATE TABLE events (${columns}, created_day INTEGER)`);
  const insert = db.prepare(`INSERT INTO events VALUES (${CSV_COLUMNS.map(() => "?").join(", ")}, ?)`);
  db.exec("BEGIN");
  for await (const line of createInterface({ input: createReadStream(eventsCsv) })) {
    const values = line.split(",");
    insert.run(...values, created.get(values[3] ?? "") ?? 0);
  }
  for (const [index, indexed] of INDEXES.entries()) db.exec(`CREATE INDEX events_${index} ON events (${indexed})`);
  db.exec("COMMIT");
  db.exec("ANALYZE");
  db.close();
}

function toType(column: string): string {
  if (column === "price") return "REAL";
  return INTEGERS.has(column) ? "INTEGER" : "TEXT";
}
