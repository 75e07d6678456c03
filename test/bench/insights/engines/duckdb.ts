import type { Dataset } from "../dataset.ts";
import type { BenchTarget } from "../engine.ts";
import type { Row } from "../question.ts";
import { DAY_MS, START_MS } from "../world.ts";
import { peerPackage, quoted } from "./peer-package.ts";

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJS(): unknown[][] }>;
  closeSync(): void;
}

interface DuckdbApi {
  DuckDBInstance: {
    create(
      path: string,
      options: Record<string, string>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

const { DuckDBInstance } = peerPackage("@duckdb/node-api") as DuckdbApi;

/** The item of an event in paths (reference/insights.md 12b.2). */
const ITEM = "CASE WHEN event = '$pageview' THEN url ELSE event END";

/** Columns that are few texts: as enums, which are numbers inside. */
const ENUMS = ["event", "browser", "os", "country", "plan", "source", "url"];

async function openInstance(file: string) {
  const instance = await DuckDBInstance.create(file, { threads: "2" });
  const connection = await instance.connect();
  return {
    connection,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** DuckDB in process, two threads. */
export async function openDuckdb(file: string): Promise<BenchTarget> {
  const { connection, close } = await openInstance(file);
  const read = async (sql: string) => {
    const rows = (await connection.runAndReadAll(sql)).getRowsJS();
    return rows.map((row) => row.map(toValue));
  };
  return {
    version: `DuckDB ${String((await read("SELECT version()"))[0]?.[0])}`,
    forms: ({ peers }) => peers.duckdb?.length ?? 0,
    async ask({ peers }, form) {
      const { sql, finish } = peers.duckdb?.[form] ?? { sql: "" };
      const start = performance.now();
      const rows = await read(sql);
      const answer = finish === undefined ? rows : finish(rows);
      return { rows: answer, ms: performance.now() - start };
    },
    close,
  };
}

/** Its best form: rows sorted, texts as enums, person and day of creation resolved. */
export async function loadDuckdb(file: string, { eventsCsv, personsCsv }: Dataset): Promise<void> {
  const { connection, close } = await openInstance(file);
  const events = `read_csv(${quoted(eventsCsv)}, header = false, columns = {'ts': 'BIGINT', 'day': 'UTINYINT', 'event': 'VARCHAR',
'person': 'UINTEGER', 'browser': 'VARCHAR', 'os': 'VARCHAR', 'country': 'VARCHAR', 'plan': 'VARCHAR', 'source': 'VARCHAR',
'is_mobile': 'VARCHAR', 'logged_in': 'VARCHAR', 'url': 'VARCHAR', 'price': 'DOUBLE', 'duration': 'USMALLINT', 'position': 'UTINYINT',
'request_id': 'VARCHAR'})`;
  await connection.run(`CREATE TEMP TABLE raw AS SELECT * REPLACE (coalesce(source, '') AS source) FROM ${events}`);
  await connection.run(`CREATE TABLE persons AS SELECT * FROM read_csv(${quoted(personsCsv)}, header = false,
columns = {'person': 'UINTEGER', 'created': 'BIGINT', 'distinct_id': 'VARCHAR'}) ORDER BY person`);
  // The path item of an event, as a number in the order of the item's text.
  await connection.run(
    `CREATE TABLE items AS SELECT row_number() OVER (ORDER BY name)::INTEGER AS id, name FROM (SELECT DISTINCT ${ITEM} AS name FROM raw)`,
  );
  for (const column of ENUMS) {
    await connection.run(`CREATE TYPE ${column}_text AS ENUM (SELECT DISTINCT ${column} FROM raw ORDER BY 1)`);
  }
  await connection.run(`CREATE TABLE events AS SELECT ts, day::INTEGER AS day, event::event_text AS event, raw.person,
floor((created - ${START_MS}) / ${DAY_MS})::INTEGER AS created_day, browser::browser_text AS browser, os::os_text AS os,
country::country_text AS country, plan::plan_text AS plan, source::source_text AS source, is_mobile = '1' AS is_mobile,
logged_in = '1' AS logged_in, url::url_text AS url, price, duration, position, request_id, items.id AS item
FROM raw JOIN persons USING (person) JOIN items ON items.name = ${ITEM} ORDER BY day, event, person`);
  await connection.run("DROP TABLE raw");
  await connection.run("CHECKPOINT");
  close();
}

function toValue(value: unknown): Row[number] {
  return typeof value === "bigint" || typeof value === "number" ? Number(value) : String(value);
}
