import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { run } from "../bin/hoglet-process.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";
import { sayMissing } from "../support/skipped.ts";

// DuckDB reads the Parquet of `hoglet export`: types of columns, values, and more rows than one row group has.

const DUCKDB = resolve("test/duckdb/node_modules/@duckdb/node-api/lib/index.js");

interface Instance {
  connect(): Promise<{
    runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
    closeSync(): void;
  }>;
  closeSync(): void;
}

const duckdb = suite("Parquet in DuckDB");

duckdb("is read by one version, so that a new one breaks no test by itself", () => {
  const { dependencies } = JSON.parse(readFileSync("test/duckdb/package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  assert.match(dependencies["@duckdb/node-api"] ?? "", /^\d+\.\d+\.\d+-r\.\d+$/);
});

/** Rows of a query, as JSON values; whole numbers of 64 bits are texts. */
type Ask = (sql: string) => Promise<unknown[][]>;

async function withDuckDb(test: (ask: Ask, path: (what: string) => string) => Promise<void>): Promise<void> {
  const { DuckDBInstance } = (await import(pathToFileURL(DUCKDB).href)) as {
    DuckDBInstance: { create(): Promise<Instance> };
  };
  const folder = tempFolder();
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    await fill(folder.file("a.db"));
    for (const what of ["events", "persons", "insight"]) {
      const flags = [
        "export",
        ...(what === "insight" ? ["Payments"] : []),
        "--db",
        folder.file("a.db"),
        "--what",
        what,
      ];
      const { code, stderr } = await run([...flags, "--format", "parquet", "--out", folder.file(`${what}.parquet`)]);
      assert.is(code, 0, stderr);
    }
    await test(
      async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
      (what) => `'${folder.file(`${what}.parquet`)}'`,
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
    folder.remove();
  }
}

/** More events than a row group of 20,000 has. */
const VIEWS = 20_050;
const FIRST_MS = Date.UTC(2024, 2, 1);

async function fill(file: string): Promise<void> {
  await using hoglet = await createHoglet({ file, now: "2024-03-20T12:00:00Z" });
  await hoglet.import(
    (function* () {
      for (let n = 0; n < VIEWS; n++) {
        const timestamp = new Date(FIRST_MS + n * 1000).toISOString();
        yield { kind: "event", event: "$pageview", distinct_id: `u${n % 50}`, timestamp, properties: { n } };
      }
    })(),
  );
  await hoglet.capture([
    {
      event: "paid",
      distinct_id: "u1",
      timestamp: "2024-03-02T10:00:00.250Z",
      properties: { amount: 12.5, code: "007", deep: { tags: ["x", "y"] }, ok: true, $set: { plan: "pro", seats: 3 } },
    },
    { event: "paid", distinct_id: "ü\n'\"", timestamp: "2024-03-02T11:00:00Z", properties: { amount: 30 } },
    {
      event: "said",
      distinct_id: "anon",
      timestamp: "2024-03-02T11:00:00Z",
      properties: { $process_person_profile: false },
    },
  ]);
  await hoglet.savedInsights.create({
    name: "Payments",
    query: {
      kind: "TrendsQuery",
      series: [{ kind: "EventsNode", event: "paid" }],
      dateRange: { date_from: "2024-03-01", date_to: "2024-03-03" },
    },
  });
}

if (!existsSync(DUCKDB)) {
  sayMissing("DuckDB, which reads exports", "npm install --prefix test/duckdb");
} else {
  whenAll(duckdb)("events, persons and insights have typed columns, and the values that they had", () =>
    withDuckDb(async (ask, path) => {
      const types = async (what: string) =>
        Object.fromEntries((await ask(`DESCRIBE SELECT * FROM ${path(what)}`)).map(([name, type]) => [name, type]));
      assert.equal(await types("events"), {
        uuid: "VARCHAR",
        event: "VARCHAR",
        distinct_id: "VARCHAR",
        person_id: "VARCHAR",
        timestamp: "TIMESTAMP",
        properties: "JSON",
        person_properties: "JSON",
        elements_chain: "VARCHAR",
      });
      assert.equal(await types("persons"), {
        id: "BIGINT",
        uuid: "VARCHAR",
        distinct_ids: "JSON",
        properties: "JSON",
        created_at: "TIMESTAMP",
        is_identified: "BOOLEAN",
      });

      const events = path("events");
      assert.equal(
        await ask(
          `SELECT event, count(*), epoch_ms(min(timestamp)), epoch_ms(max(timestamp)) FROM ${events} GROUP BY event ORDER BY 1`,
        ),
        [
          ["$pageview", String(VIEWS), String(FIRST_MS), String(FIRST_MS + (VIEWS - 1) * 1000)],
          ["paid", "2", String(Date.UTC(2024, 2, 2, 10, 0, 0, 250)), String(Date.UTC(2024, 2, 2, 11))],
          ["said", "1", String(Date.UTC(2024, 2, 2, 11)), String(Date.UTC(2024, 2, 2, 11))],
        ],
      );
      assert.equal(await ask(`SELECT sum((properties->>'$.n')::INT) FROM ${events}`), [
        [String((VIEWS * (VIEWS - 1)) / 2)],
      ]);
      assert.equal(
        await ask(
          `SELECT distinct_id, (properties->>'$.amount')::DOUBLE, properties->>'$.code', properties->>'$.deep.tags[1]', properties->>'$.ok',
             person_properties->>'$.plan' FROM ${events} WHERE event = 'paid' ORDER BY timestamp`,
        ),
        [
          ["u1", 12.5, "007", "y", "true", "pro"],
          ["ü\n'\"", 30, null, null, null, null],
        ],
      );
      // A personless event has no person; the events of one person have its id.
      assert.equal(
        await ask(
          `SELECT count(DISTINCT person_id), count(*) FILTER (person_id IS NULL), count(DISTINCT uuid) FROM ${events}`,
        ),
        [["51", "1", String(VIEWS + 3)]],
      );
      assert.equal(
        await ask(
          `SELECT count(*), count(*) FILTER ((properties->>'$.seats')::INT = 3), max(json_array_length(distinct_ids)) FROM ${path("persons")}`,
        ),
        [["51", "1", "1"]],
      );
      // Each event with a person finds it.
      assert.equal(
        await ask(
          `SELECT count(*), count(DISTINCT p.id), count(*) FILTER (list_contains(p.distinct_ids::VARCHAR[], e.distinct_id))
             FROM ${events} e JOIN ${path("persons")} p ON e.person_id = p.uuid`,
        ),
        [[String(VIEWS + 2), "51", String(VIEWS + 2)]],
      );
      const [row] = await ask(`SELECT "2024-03-01", "2024-03-02", "2024-03-03" FROM ${path("insight")}`);
      assert.equal(row, [0, 2, 0]);
      assert.is((await types("insight"))["2024-03-02"], "DOUBLE");
    }),
  );
}

duckdb.run();
