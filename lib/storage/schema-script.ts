import type Database from "better-sqlite3";

/** Triggers come after the rows, to which they would add rows of their own. */
const ORDER = ["table", "index", "trigger"];

/** SQL that makes an empty database like this one, rows included. */
export function toSchemaScript(sqlite: Database.Database): string {
  const objects = sqlite
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~'",
    )
    .all()
    .toSorted((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
  const made = (isTrigger: boolean) => objects.filter(({ type }) => (type === "trigger") === isTrigger);
  const rows = objects.filter(({ type }) => type === "table").flatMap(({ name }) => toInserts(sqlite, name));
  return [...made(false).map(({ sql }) => sql), ...rows, ...made(true).map(({ sql }) => sql)].join(";\n");
}

function toInserts(sqlite: Database.Database, table: string): string[] {
  const columns = sqlite.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table);
  const values = columns.map((column) => `quote("${column}")`).join(" || ', ' || ");
  const rows = sqlite.prepare<[], string>(`SELECT ${values} FROM "${table}"`).pluck().all();
  return rows.map((row) => `INSERT INTO "${table}" VALUES (${row})`);
}
