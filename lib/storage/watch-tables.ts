import type { Db } from "./db.ts";

/**
 * Calls `listener` for each row of the tables that this connection writes, within its transaction, and as `db.onStale`:
 * for caches that must be as true as reading again. Once for each `name`.
 */
export function watchTables(db: Db, name: string, tables: readonly string[], listener: () => void): void {
  db.onStale(listener);
  db.sqlite.function(`hoglet_${name}_changed`, () => {
    listener();
    return null;
  });
  for (const table of tables) {
    for (const change of ["INSERT", "UPDATE", "DELETE"]) {
      // Temporary, so that the file never refers to the function.
      db.sqlite
        .exec(`CREATE TEMP TRIGGER ${name}_after_${change.toLowerCase()}_of_${table} AFTER ${change} ON main.${table}
        BEGIN SELECT hoglet_${name}_changed(); END`);
    }
  }
}
