import { getTableColumns, getTableName } from "drizzle-orm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDatabase } from "../../lib/log/index.ts";
import { SCHEMA_NAMES } from "../../lib/storage/schema-names.ts";
import * as tables from "../../lib/storage/tables/index.ts";

const definitions = suite("tables");

/** As SQLite's `table_info` gives it. */
interface Info {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

definitions("are those of the migrated database, column by column", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  for (const table of Object.values(tables)) {
    const name = getTableName(table);
    const stored = (db.sqlite.pragma(`table_info(${name})`) as Info[]).map((column) => ({
      name: column.name,
      type: column.type.toLowerCase(),
      // SQLite reports 0 for a kind of column that cannot be null although it is not declared so.
      notNull: column.notnull === 1 || (column.pk === 1 && column.type === "INTEGER"),
    }));
    const defined = Object.values(getTableColumns(table)).map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      notNull: column.notNull,
    }));
    assert.equal(defined.toSorted(byName), stored.toSorted(byName), name);
  }
  const names = db.sql<string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").pluck();
  const made = names.all().filter((name) => !name.startsWith("sqlite_"));
  assert.equal(made.toSorted(), Object.values(tables).map(getTableName).toSorted());
});

definitions("have columns whose values SQLite gives as they are, since `query` converts none", () => {
  for (const table of Object.values(tables)) {
    for (const column of Object.values(getTableColumns(table))) {
      assert.ok(["SQLiteInteger", "SQLiteText", "SQLiteBlobBuffer"].includes(column.columnType), column.name);
    }
  }
});

definitions("SCHEMA_NAMES are those of the migrated database", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const names = db.sql<string>("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'").pluck();
  assert.equal([...SCHEMA_NAMES].toSorted(), names.all().toSorted());
  db.close();
});

definitions.run();
