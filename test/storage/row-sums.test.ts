import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { rowFault, sound, SUMMED_TABLES, textColumns } from "../../lib/storage/index.ts";
import type { Db, SummedTable } from "../../lib/storage/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** The ids of a table's damaged rows, and of those whose texts have no checksum. */
function faultsOf(db: Db, table: SummedTable): { damaged: number[]; unchecked: number[] } {
  const ids = (condition: string) =>
    db.sql<number>(`SELECT t.id FROM ${table} t NOT INDEXED WHERE ${condition}`).pluck().all();
  return { damaged: ids(rowFault(table, "t")), unchecked: ids("t.text_sum IS NULL") };
}

const NONE = { damaged: [], unchecked: [] };

function openSmall(): Db {
  const db = openDatabase({ file: undefined, durability: "normal" });
  db.sqlite.exec(`
    INSERT INTO projects (uuid, name, api_token, created_at) VALUES ('u', 'p', 't', 0);
    INSERT INTO persons (project_id, uuid, properties, created_at) VALUES (1, 'one', '{}', -5), (1, 'two', '{}', 1e12);
    INSERT INTO distinct_ids (project_id, distinct_id, person_id) VALUES (1, 'a', 1), (1, 'b', NULL);
    INSERT INTO event_names (project_id, name) VALUES (1, 'seen'), (1, 'bought');
    UPDATE distinct_ids SET text_sum = hoglet_text_sum(distinct_id);
    UPDATE persons SET text_sum = hoglet_text_sum(uuid, properties);
    UPDATE event_names SET text_sum = hoglet_text_sum(name)`);
  return db;
}

const sums = suite("rowFault");

sums("is 0 for every row that captures, changes, imports and deletions leave behind", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  await using hoglet = await createHoglet({ file });
  const db = openDatabase({ file, durability: "normal" });
  const expectNone = (after: string) => {
    for (const table of SUMMED_TABLES) assert.equal(faultsOf(db, table), NONE, `${table} after ${after}`);
  };
  const capture = (event: string, distinct_id: string, properties: object = {}) =>
    hoglet.capture({ event, distinct_id, properties: properties as Record<string, unknown> });
  await capture("seen", "ä \ud800 \0 id", { $set: { name: "Ä \0" } });
  await capture("$identify", "mira", { $anon_distinct_id: "ä \ud800 \0 id", $set: { plan: "pro" } });
  await capture("seen", "nobody", { $process_person_profile: false });
  await capture("seen", "later", { $process_person_profile: false });
  await capture("seen", "later");
  await capture("$groupidentify", "mira", { $group_type: "company", $group_key: "c", $group_set: { size: 1 } });
  await capture("$groupidentify", "mira", { $group_type: "company", $group_key: "c", $group_set: { size: 2 } });
  expectNone("captures");
  await hoglet.import([
    {
      kind: "person",
      distinct_ids: ["mira", "later"],
      properties: { city: "Ulm" },
      created_at: "2020-01-01T00:00:00Z",
    },
    { kind: "person", distinct_ids: ["new"], properties: { city: "Bonn" } },
    { kind: "group", group_type_index: 0, group_type: "company", group_key: "c", properties: { name: "C" } },
    { kind: "group", group_type_index: 0, group_type: "company", group_key: "d", properties: {} },
    { kind: "event", event: "imported", distinct_id: "x", timestamp: "2024-01-01T00:00:00Z" },
    {
      kind: "event",
      event: "imported",
      distinct_id: "y",
      timestamp: "2024-01-01T00:00:00Z",
      properties: { $process_person_profile: false },
    },
  ]);
  expectNone("an import");
  const [mira] = (await hoglet.persons.list({ distinct_id: "mira" })).results;
  await hoglet.persons.split(mira?.id ?? 0, {});
  await hoglet.persons.delete((await hoglet.persons.list({ distinct_id: "new" })).results[0]?.id ?? 0);
  await hoglet.deletions.runNow();
  expectNone("a split and a deletion");
  db.close();
  folder.remove();
});

sums("is 1 once any number or text of a row has changed without its checksum", () => {
  const db = openSmall();
  // The triggers keep the checksums of changes that SQL makes; damage comes without them.
  for (const name of db.sql<string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()) {
    db.sqlite.exec(`DROP TRIGGER ${name}`);
  }
  db.sqlite.exec("PRAGMA foreign_keys = OFF");
  const columns: [SummedTable, string, string][] = [
    ["persons", "id", "id + 64"],
    ["persons", "project_id", "3"],
    ["persons", "is_identified", "1"],
    ["persons", "created_at", "created_at + 4294967296"],
    ["persons", "uuid", "'onf'"],
    ["persons", "properties", "'{ }'"],
    ["distinct_ids", "person_id", "NULL"],
    ["distinct_ids", "person_id", "2"],
    ["distinct_ids", "is_personless", "1"],
    ["distinct_ids", "distinct_id", "'c'"],
    ["event_names", "name", "'seem'"],
    ["event_names", "head_sum", "NULL"],
    ["event_names", "text_sum", "text_sum + 1"],
  ];
  for (const [table, column, value] of columns) {
    db.sqlite.exec(`SAVEPOINT harm; UPDATE ${table} SET ${column} = ${value} WHERE id = 1`);
    assert.is(faultsOf(db, table).damaged.length, 1, `${table}.${column}`);
    assert.throws(
      () => db.sql(`SELECT ${sound(table, "t", textColumns(table)[0] ?? "")} FROM ${table} t`).all(),
      (error: unknown) => error instanceof HogletError && error.code === "storage_corrupt",
      `${table}.${column}`,
    );
    db.sqlite.exec("ROLLBACK TO harm; RELEASE harm");
  }
  assert.equal(faultsOf(db, "persons"), NONE);
  db.close();
});

sums("stays 1 when a damaged row changes", () => {
  const db = openSmall();
  db.sqlite.exec("UPDATE distinct_ids SET head_sum = head_sum + 1 WHERE id = 1");
  db.sqlite.exec("UPDATE distinct_ids SET person_id = 2 WHERE id IN (1, 2)");
  assert.equal(faultsOf(db, "distinct_ids"), { damaged: [1], unchecked: [] });
  db.close();
});

sums("is 0 for a row that another program has changed by SQL: its texts are not checked from then on", () => {
  const db = openSmall();
  db.sqlite.exec("UPDATE persons SET properties = '{\"a\":1}', created_at = 7 WHERE id = 1");
  assert.equal(faultsOf(db, "persons"), { damaged: [], unchecked: [1] });
  db.close();
});

sums.run();
