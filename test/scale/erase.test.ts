import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { addStatements, columnName } from "../../adapters/clickhouse/key-columns.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { findInFiles } from "../support/raw-bytes.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

const erase = suite("erasing in clickhouse");

let door: ClickhouseDoor;

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) erase(name, run);
  else skip(erase, name);
}

if (hasClickhouse) {
  erase.before(async () => {
    door = await openDoor();
  });
  erase.after(() => door.close());
}

function engine(database: string) {
  return clickhouse({ url: door.url, password: door.password, database, followMs: 1_000_000, waitMs: 120_000 });
}

/** Asks a question, for which everything is shipped. */
async function ship(hoglet: Hoglet): Promise<void> {
  await hoglet.insights.trend({ events: [{ id: "seen" }], refresh: true });
}

/** Which of the texts can be read in a file of ClickHouse. */
function findThere(texts: readonly string[]): string[] {
  const files = readdirSync(door.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  return texts.filter((text) => contents.some((content) => content.includes(text)));
}

/** Stores texts as they are: compressed, no text could be found. Notes have a column of their own. */
async function storePlainly(database: string): Promise<void> {
  for (const column of ["properties String", "text Map(LowCardinality(String), String)"]) {
    for (const table of ["events", "persons"])
      await door.run(`ALTER TABLE ${database}.${table} MODIFY COLUMN ${column} CODEC(NONE)`);
  }
  for (const statement of addStatements(["note"], { database, cluster: null })) await door.run(statement);
  await door.run(`ALTER TABLE ${database}.events MODIFY COLUMN ${columnName("note")} CODEC(NONE)`);
  await door.run(`ALTER TABLE ${database}.distinct_ids MODIFY COLUMN distinct_id String CODEC(NONE)`);
}

const ADA = ["ada-id-8f2", "ada-first@example.com", "ada-second@example.com", "ada-note-77a"];
const BOB = ["bob-id-4c1", "bob-first@example.com", "bob-note-90d"];

function seen(distinct_id: string, note: string, email: string) {
  return { event: "seen", distinct_id, properties: { note, $set: { email } } };
}

/** Two persons, one of whom has an older version in ClickHouse. */
async function fill(hoglet: Hoglet, database: string): Promise<void> {
  await ship(hoglet);
  await storePlainly(database);
  await hoglet.capture([
    seen("ada-id-8f2", "ada-note-77a", "ada-first@example.com"),
    seen("bob-id-4c1", "bob-note-90d", "bob-first@example.com"),
  ]);
  await ship(hoglet);
  await hoglet.capture(seen("ada-id-8f2", "ada-note-77a", "ada-second@example.com"));
  await ship(hoglet);
}

async function removeAda(hoglet: Hoglet): Promise<void> {
  const { results } = await hoglet.persons.list({ distinct_id: "ada-id-8f2" });
  await hoglet.persons.delete(results[0]?.uuid ?? "", { delete_events: true });
}

define("after a run no file of either store holds a deleted person's texts, and the receipt counts both", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file, engine: engine("erased") });
  await fill(hoglet, "erased");
  assert.equal(findThere([...ADA, ...BOB]), [...ADA, ...BOB]);
  await removeAda(hoglet);
  const [deletion] = await hoglet.deletions.runNow();
  const { deleted, copies } = deletion?.receipt ?? {};
  assert.is(deleted?.["events"], 2);
  const [copy] = copies ?? [];
  assert.equal([copies?.length, copy?.name], [1, "clickhouse"]);
  assert.ok(Date.parse(copy?.erased_at ?? "") > 0, JSON.stringify(copy));
  // Both versions of the person, and the distinct id.
  assert.equal(copy?.erased, { events: 2, persons: 2, distinct_ids: 1, groups: 0 });
  assert.equal(copy?.kept, { database: 1, copy: 1 });
  assert.equal(findThere(ADA), []);
  assert.equal(findThere(BOB), BOB);
  const answer = await hoglet.insights.trend({ events: [{ id: "seen" }], date_from: "all", refresh: true });
  assert.is(answer.result[0]?.count, 1);
  await hoglet.close();
  assert.equal(findInFiles(file, ADA), []);
  assert.equal(findInFiles(file, BOB), BOB);
  folder.remove();
});

define("while ClickHouse is down the receipt waits for it, and the next turn completes it", async () => {
  const folder = tempFolder();
  const file = folder.file("b.db");
  const hoglet = await createHoglet({ file, engine: engine("later") });
  await fill(hoglet, "later");
  await removeAda(hoglet);
  await door.kill();
  const [deletion] = await hoglet.deletions.runNow();
  assert.is(deletion?.status, "done");
  assert.equal(deletion?.receipt?.copies, [{ name: "clickhouse", erased_at: null, erased: null, kept: null }]);
  await door.start();
  assert.equal(findThere(ADA), ADA);
  await hoglet.deletions.runNow();
  const { results } = await hoglet.deletions.list();
  assert.equal(results[0]?.receipt?.copies?.[0]?.kept, { database: 1, copy: 1 });
  assert.equal(findThere(ADA), []);
  await hoglet.close();
  folder.remove();
});

define("a process without ClickHouse leaves the copy to the one that has it, and says so", async () => {
  const folder = tempFolder();
  const file = folder.file("c.db");
  const hoglet = await createHoglet({ file, engine: engine("elsewhere") });
  await fill(hoglet, "elsewhere");
  const other = await createHoglet({ file });
  await removeAda(other);
  const [deletion] = await other.deletions.runNow();
  assert.is(deletion?.receipt?.copies?.[0]?.erased_at, null);
  await other.close();
  await hoglet.deletions.runNow();
  const { results } = await hoglet.deletions.list();
  assert.ok(results[0]?.receipt?.copies?.[0]?.erased_at, JSON.stringify(results));
  assert.equal(findThere(ADA), []);
  await hoglet.close();
  folder.remove();
});

erase.run();
