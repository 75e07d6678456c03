import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDatabase } from "../../lib/log/index.ts";
import { addRowSums } from "../../lib/storage/row-sums.ts";
import { toSchemaScript } from "../../lib/storage/schema-script.ts";

const script = suite("toSchemaScript");

interface Journal {
  entries: { tag: string }[];
}

const MIGRATIONS = "lib/storage/migrations";

const { entries } = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, "utf8")) as Journal;

/** A database that only the migrations have made, each after the other. */
function migrated(): Database.Database {
  const sqlite = new Database(":memory:");
  addRowSums(sqlite);
  for (const { tag } of entries) sqlite.exec(readFileSync(`${MIGRATIONS}/${tag}.sql`, "utf8"));
  return sqlite;
}

/** All that a database holds: the text of each object of its schema, and the rows of each table. */
function contentsOf(sqlite: Database.Database) {
  const objects = sqlite.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").all();
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck();
  return { objects, rows: tables.all().map((name) => [name, sqlite.prepare(`SELECT * FROM "${name}"`).all()]) };
}

script("gives every new database of a process what the migrations give the first", () => {
  const wanted = contentsOf(migrated());
  assert.ok(wanted.objects.length > 100 && wanted.rows.some(([, rows]) => rows?.length === 1));
  for (let round = 0; round < 2; round++) {
    const db = openDatabase({ file: undefined, durability: "normal" });
    assert.equal(contentsOf(db.sqlite), wanted);
    assert.is(db.sqlite.pragma("user_version", { simple: true }), entries.length);
    db.close();
  }
});

script("keeps values of every kind, and lets no trigger see them", () => {
  const [from, to] = [new Database(":memory:"), new Database(":memory:")];
  from.exec(`
    CREATE TABLE "a b" (id INTEGER PRIMARY KEY, value ANY);
    CREATE TABLE seen (id INTEGER);
    INSERT INTO "a b" VALUES (1, NULL), (2, 'it''s; "so"'), (3, 1.5), (4, x'00ff'), (5, 9007199254740993);
    CREATE INDEX by_value ON "a b" (value);
    CREATE TRIGGER noted AFTER INSERT ON "a b" BEGIN INSERT INTO seen VALUES (NEW.id); END;
  `);
  to.exec(toSchemaScript(from));
  assert.equal(contentsOf(to), contentsOf(from));
  to.exec(`INSERT INTO "a b" VALUES (6, 6)`);
  assert.equal(to.prepare("SELECT * FROM seen").all(), [{ id: 6 }]);
});

script.run();
