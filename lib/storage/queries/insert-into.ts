import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { query } from "./query.ts";
import type { Query } from "./query.ts";

/**
 * The query that inserts a row with these columns, all others with their defaults.
 *
 * @example
 * const addNote = insertInto(notes, ["projectId", "name", "value"]);
 * addNote.run(db, { projectId: 1, name: "a", value: "{}" });
 */
export function insertInto<Table extends SQLiteTable, Key extends keyof Table["$inferInsert"] & string>(
  table: Table,
  keys: readonly Key[],
): Query<Required<Pick<Table["$inferInsert"], Key>>, unknown, unknown> {
  // drizzle does not follow the columns of a table given as a parameter.
  return query((db, given: Required<Pick<Table["$inferInsert"], Key>>) =>
    db.insert<SQLiteTable>(table).values(pick(given, keys)),
  );
}

export function pick<Row extends object, Key extends keyof Row>(row: Row, keys: readonly Key[]): object {
  return Object.fromEntries(keys.map((key) => [key, row[key]]));
}
