import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";

const exports = suite("hoglet export");
let folder: ReturnType<typeof tempFolder>;
let file: string;

exports.before(async () => {
  folder = tempFolder();
  file = folder.file("a.db");
  await using hoglet = await createHoglet({ file });
  await hoglet.capture([
    { event: "opened", distinct_id: "a", timestamp: "2024-03-01T10:00:00.250Z", properties: { $set: { plan: "pro" } } },
    {
      event: "paid",
      distinct_id: "a",
      timestamp: "2024-03-02T10:00:00Z",
      properties: { amount: 12.5, code: "007", deep: { tags: ["x", "y"] }, ok: true },
    },
    { event: "said", distinct_id: "b", timestamp: "2024-03-03T10:00:00Z", properties: { text: '=1+1,"hi"\nthere' } },
  ]);
  await hoglet.savedInsights.create({
    name: "Payments",
    query: {
      kind: "TrendsQuery",
      series: [{ kind: "EventsNode", event: "paid" }],
      dateRange: { date_from: "2024-03-01", date_to: "2024-03-03" },
    },
  });
});
exports.after(() => folder.remove());

exports("Parquet has typed columns: times, JSON, and the person of each event", async () => {
  const out = folder.file("events.parquet");
  const { code, stderr } = await runHere([
    "export",
    "--db",
    file,
    "--what",
    "events",
    "--format",
    "parquet",
    "--out",
    out,
  ]);
  assert.is(code, 0, stderr);
  const buffer = await asyncBufferFromFile(out);
  const { children } = parquetSchema(await parquetMetadataAsync(buffer));
  const types = children.map(({ element }) => [element.name, element.converted_type]);
  assert.equal(types.slice(4, 6), [
    ["timestamp", "TIMESTAMP_MILLIS"],
    ["properties", "JSON"],
  ]);
  const rows = await parquetReadObjects({ file: buffer });
  assert.equal(
    rows.map((row) => [row["event"], row["timestamp"]]),
    [
      ["opened", new Date("2024-03-01T10:00:00.250Z")],
      ["paid", new Date("2024-03-02T10:00:00Z")],
      ["said", new Date("2024-03-03T10:00:00Z")],
    ],
  );
  assert.equal(rows[1]?.["properties"], { amount: 12.5, code: "007", deep: { tags: ["x", "y"] }, ok: true });
  assert.match(JSON.stringify(rows[1]?.["person_properties"]), '"plan":"pro"');
  assert.is(rows[0]?.["person_id"], rows[1]?.["person_id"]);
  assert.is.not(rows[0]?.["person_id"], rows[2]?.["person_id"]);
});

for (const format of ["csv", "parquet", "ndjson"]) {
  exports(`events as ${format} come in again as the same events`, async () => {
    const out = folder.file(`again.${format}`);
    assert.is((await runHere(["export", "--db", file, "--what", "events", "--format", format, "--out", out])).code, 0);
    const other = folder.file(`${format}.db`);
    const imported = await runHere(["import", out, "--db", other]);
    assert.is(imported.code, 0, imported.stderr);
    assert.is((await runHere(["import", out, "--db", file])).code, 0);
    assert.equal(toEvents(await eventsOf(other)), toEvents(await eventsOf(file)));
  });
}

async function eventsOf(db: string): Promise<string> {
  const { stdout } = await runHere(["export", "--db", db, "--what", "events"]);
  return stdout.replaceAll(/"\$geoip_disable":true,?/g, "");
}

function toEvents(ndjson: string) {
  return ndjson
    .trim()
    .split("\n")
    .map((line) => {
      const { properties, ...event } = JSON.parse(line) as { properties: Record<string, unknown> };
      return [event, Object.fromEntries(Object.entries(properties).toSorted())];
    });
}

exports("--since takes events from a day on; persons and insights are tables too", async () => {
  const since = await runHere(["export", "--db", file, "--what", "events", "--since", "2024-03-02"]);
  assert.equal(since.stdout.match(/"event":"(\w+)"/g), ['"event":"paid"', '"event":"said"']);
  const persons = await runHere(["export", "--db", file, "--what", "persons", "--format", "csv"]);
  assert.match(persons.stdout, /^created_at,distinct_ids\.0,id,is_identified,.*properties\.plan,uuid\r\n/);
  const events = await runHere(["export", "--db", file, "--what", "events", "--format", "csv"]);
  const uuids = cellsOf(persons.stdout, "uuid");
  assert.is(uuids.length, 2);
  assert.equal(uuids, [...new Set(cellsOf(events.stdout, "person_id"))]);
  const insight = await runHere(["export", "Payments", "--db", file, "--what", "insight", "--format", "csv"]);
  assert.is(insight.code, 0, insight.stderr);
  assert.match(insight.stdout, /2024-03-01,2024-03-02,2024-03-03/);
  assert.match(insight.stdout, /0,1,0/);
  const none = await runHere(["export", "Paiments", "--db", file, "--what", "insight"]);
  assert.equal(
    [none.code, none.stderr],
    [1, 'hoglet: No saved insight is called "Paiments". Did you mean "Payments"?\n'],
  );
});

/** The cells of a column, in a table that has neither quotes nor line ends there. */
function cellsOf(csv: string, column: string): string[] {
  const rows = parse(csv, { columns: true }) as Record<string, string>[];
  return rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");
}

exports("formulas stay data, unless for a spreadsheet; contradicting flags exit with 2", async () => {
  const out = folder.file("said.csv");
  const plain = ["export", "--db", file, "--what", "events", "--format", "csv", "--since", "2024-03-03"];
  await runHere([...plain, "--out", out]);
  assert.match(readFileSync(out, "utf8"), '"=1+1,""hi""\nthere"');
  await runHere([...plain, "--excel", "--out", out]);
  assert.match(readFileSync(out, "utf8"), `"'=1+1,""hi""\nthere"`);
  assert.is((await runHere(["export", "--db", file, "--format", "csv"])).code, 2);
  assert.is((await runHere(["export", "--db", file, "--since", "2024-03-03"])).code, 2);
  assert.match((await runHere(["export", "persons", "--db", file])).stderr, "persons are exported by --what persons.");
  assert.is((await runHere(["export", "--db", file, "--what", "events", "--since", "soon"])).code, 2);
  writeFileSync(out, "");
});

exports.run();
