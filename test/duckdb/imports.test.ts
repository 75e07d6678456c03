import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { rounds, whenAll } from "../support/rounds.ts";
import { sayMissing } from "../support/skipped.ts";
import { tempFolder } from "../support/temp-folder.ts";

// DuckDB writes the Parquet of a warehouse and reads it again; an import of the same file has the same rows, ids, sums and smallest values.

const DUCKDB = resolve("test/duckdb/node_modules/@duckdb/node-api/lib/index.js");
const ROUNDS = rounds(1, 20);

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
  closeSync(): void;
}

const imports = suite("Parquet of DuckDB");

/** A column: the SQL of its values, and its values as text when they are read again. `i` = the row. */
const COLUMNS: [name: string, sql: string][] = [
  ["d9", "((i * 7919) % 100000)::decimal(9,2) / 8"],
  ["d18", "(i * 123456789123 + 1)::decimal(18,3)"],
  ["d38", "(i + 123456789012345678901234567890)::decimal(38,0)"],
  ["d38s", "(i * 10000000000000 + 3)::decimal(38,7)"],
  ["big", "(i * 900719925474099 + 17)::bigint"],
  ["ubig", "(18446744073709551615 - i)::ubigint"],
  ["id", "uuid()"],
  ["ts", "timestamp '2024-03-01 10:00:00.123456' + interval (i) minute"],
  ["tsns", "(timestamp '1969-12-31 23:00:00.5' + interval (i) second)::timestamp_ns"],
  ["day", "date '1969-12-20' + i::int"],
  ["clock", "time '10:11:12.5' + interval (i) second"],
  ["iv", "interval (i) month + interval (i) day + interval (i) second"],
  ["flag", "i % 3 = 0"],
  ["real", "i / 7.0"],
  ["word", "case when i % 5 = 0 then null else 'w' || i % 11 end"],
  ["list", "[i, null, i * 2]"],
  ["deep", "{'a': i, 'b': ['x', i::varchar]}"],
  ["pairs", "map{'k' || i: (i + 12345678901234567890)::decimal(38,1)}"],
];

const isThere = existsSync(DUCKDB);
if (!isThere) sayMissing("DuckDB, which writes tables for imports", "npm install --prefix test/duckdb");

(isThere ? whenAll(imports) : imports.skip)(
  `have the rows, ids, sums and smallest values that DuckDB reads (${ROUNDS} rounds)`,
  async () => {
    const { DuckDBInstance } = (await import(pathToFileURL(DUCKDB).href)) as {
      DuckDBInstance: { create(): Promise<{ connect(): Promise<Connection>; closeSync(): void }> };
    };
    const folder = tempFolder();
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    for (let round = 1; round <= ROUNDS; round++) {
      const random = createRandom(round);
      const columns = COLUMNS.filter(() => random.integer(0, 2) > 0);
      const user = random.pick(["d38", "ubig", "d18", "id"]);
      const rows = random.pick([1, 300, 3000]);
      const path = folder.file(`${round}.parquet`);
      const selected = COLUMNS.filter(([name]) => name === user || columns.some(([wanted]) => wanted === name));
      const options = [
        "FORMAT parquet",
        `COMPRESSION ${random.pick(["snappy", "zstd", "gzip", "brotli", "lz4_raw", "uncompressed"])}`,
        `PARQUET_VERSION ${random.pick(["v1", "v2"])}`,
        `ROW_GROUP_SIZE ${random.pick([2048, 100_000])}`,
      ];
      await ask(
        `COPY (SELECT 'o' AS event, timestamp '2024-03-01' + interval (i) second AS happened,
           ${selected.map(([name, sql]) => `${sql} AS ${name}`).join(", ")} FROM range(${rows}) t(i))
         TO '${path}' (${options.join(", ")})`,
      );
      const label = `round ${round}: ${options.join(", ")}, ${user} of ${rows}`;
      await compare({ path, user, names: selected.map(([name]) => name), label, ask });
    }
    connection.closeSync();
    instance.closeSync();
    folder.remove();
  },
);

interface Compared {
  path: string;
  user: string;
  names: string[];
  label: string;
  ask(sql: string): Promise<unknown[][]>;
}

async function compare({ path, user, names, label, ask }: Compared): Promise<void> {
  await using hoglet = await createHoglet({ now: "2024-06-01T00:00:00Z" });
  await hoglet.import({ path }, { from: "auto", map: { event: "event", distinct_id: user, timestamp: "happened" } });
  const ids = new Set<string>();
  const values: Record<string, unknown>[] = [];
  for await (const line of hoglet.export({ kinds: ["event"] })) {
    const event = JSON.parse(line) as { distinct_id: string; properties: Record<string, unknown> };
    ids.add(event.distinct_id);
    values.push(event.properties);
  }
  const file = `'${path}'`;
  assert.equal(
    [String(values.length), String(ids.size)],
    (await ask(`SELECT count(*)::varchar, count(DISTINCT ${user})::varchar FROM ${file}`))[0],
    label,
  );
  for (const [id] of await ask(`SELECT ${user}::varchar FROM ${file} ORDER BY 1 LIMIT 20`))
    assert.ok(ids.has(String(id)) || ids.has(String(id).replace(/\.?0+$/, "")), `${label}: ${String(id)}`);
  for (const name of names.filter((each) => each !== user && NUMBERS.has(each))) {
    // Summed by DuckDB again, from the texts that are stored.
    const texts = values.map((properties) => `('${String(properties[name])}'::decimal(38,7))`);
    const stored = await ask(`SELECT sum(v)::varchar, min(v)::varchar FROM (VALUES ${texts.join(",")}) t(v)`);
    const own = `${name}::decimal(38,7)`;
    assert.equal(
      stored,
      await ask(`SELECT sum(${own})::varchar, min(${own})::varchar FROM ${file}`),
      `${label} ${name}`,
    );
  }
  for (const [name, sql] of Object.entries(TEXTS).filter(([each]) => names.includes(each) && each !== user)) {
    const wanted = (await ask(`SELECT ${sql} FROM ${file} ORDER BY happened`)).flat();
    const found = values.map((properties) => properties[name]);
    assert.equal(found.map(asText), wanted.map(asText), `${label} ${name}`);
  }
}

const NUMBERS = new Set(["d9", "d18", "d38s", "big", "ubig"]);

/** Columns as text, as DuckDB writes them in the form of JSON. */
const TEXTS: Record<string, string> = {
  id: "id::varchar",
  ts: "strftime(ts, '%Y-%m-%dT%H:%M:%S.%f') || 'Z'",
  day: "strftime(day, '%Y-%m-%dT00:00:00.000Z')",
  clock: "clock::varchar",
  flag: "flag::varchar",
  word: "word",
  deep: "deep::json::varchar",
  list: "list::json::varchar",
};

/** Absent values are left out of properties. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}

imports.run();
