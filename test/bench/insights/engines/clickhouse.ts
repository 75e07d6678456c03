import type { Dataset } from "../dataset.ts";
import type { BenchTarget } from "../engine.ts";
import type { Row } from "../question.ts";
import { DAY_MS, START_MS } from "../world.ts";
import { peerPackage, quoted } from "./peer-package.ts";

interface Session {
  query(sql: string, format?: string): string;
  close(): void;
}

interface Chdb {
  Session: new (path: string) => Session;
}

const { Session } = peerPackage("chdb") as Chdb;

/** The item of an event in paths (reference/insights.md 12b.2). */
const ITEM = "if(event = '$pageview', url, event)";
const SETTINGS = "SETTINGS max_threads = 2";

function openSession(path: string): Session {
  const session = new Session(path);
  session.query("USE bench");
  return session;
}

/** ClickHouse in process, two threads. */
export function openClickhouse(path: string): BenchTarget {
  const session = openSession(path);
  const read = (sql: string) =>
    session
      .query(`${sql} ${SETTINGS}`, "JSONCompactEachRow")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as unknown[]).map(toValue));
  return {
    version: `ClickHouse ${String(read("SELECT version()")[0]?.[0])} (chDB)`,
    forms: ({ peers }) => peers.clickhouse?.length ?? 0,
    async ask({ peers }, form) {
      const { sql, finish } = peers.clickhouse?.[form] ?? { sql: "" };
      const start = performance.now();
      const rows = read(sql);
      const answer = finish === undefined ? rows : finish(rows);
      return { rows: answer, ms: performance.now() - start };
    },
    close: () => session.close(),
  };
}

/**
 * Its best form: one sorted part, typed columns, texts dictionary-coded, person and day of creation resolved. Parts are
 * merged down to one before anything is asked, and the old ones are not kept for the usual eight minutes.
 */
export function loadClickhouse(path: string, { eventsCsv, personsCsv }: Dataset): void {
  const session = new Session(path);
  const text = "LowCardinality(String)";
  const run = (sql: string) => session.query(sql);
  run("CREATE DATABASE bench");
  run("USE bench");
  run(`CREATE TABLE persons (person UInt32, created Int64, distinct_id String) ENGINE = MergeTree ORDER BY person`);
  run(
    `INSERT INTO persons SELECT * FROM file(${quoted(personsCsv)}, 'CSV', 'person UInt32, created Int64, distinct_id String')`,
  );
  run(`CREATE TABLE events (ts UInt64, day UInt8, event ${text}, person UInt32, created_day Int16, browser ${text}, os ${text},
country ${text}, plan ${text}, source ${text}, is_mobile Bool, logged_in Bool, url ${text}, price Float64, duration UInt16,
position UInt8, request_id String, item UInt32) ENGINE = MergeTree ORDER BY (day, event, person)
SETTINGS old_parts_lifetime = 1`);
  const source = `file(${quoted(eventsCsv)}, 'CSV', 'ts UInt64, day UInt8, event String, person UInt32, browser String, os String,
country String, plan String, source String, is_mobile UInt8, logged_in UInt8, url String, price Float64, duration UInt16,
position UInt8, request_id String')`;
  // The path item of an event, as a number in the order of the item's text.
  run(`CREATE TABLE items (id UInt32, name String) ENGINE = MergeTree ORDER BY id`);
  run(
    `INSERT INTO items SELECT row_number() OVER (ORDER BY name), name FROM (SELECT DISTINCT ${ITEM} AS name FROM ${source})`,
  );
  run(`INSERT INTO events SELECT ts, day, event, e.person, toInt16(floor((created - ${START_MS}) / ${DAY_MS})), browser, os, country,
plan, source, is_mobile, logged_in, url, price, duration, position, request_id, items.id
FROM ${source} AS e JOIN persons AS p ON p.person = e.person JOIN items ON items.name = ${ITEM} ${SETTINGS}`);
  run("OPTIMIZE TABLE events FINAL");
  session.close();
}

function toValue(value: unknown): Row[number] {
  return typeof value === "number" ? value : String(value);
}
