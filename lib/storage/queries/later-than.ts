import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * The next value of a column that tells one version of a row from another by an instant: now, or 1 ms more than the column has,
 * so that no two versions are equal under a frozen clock.
 */
export function laterThan(column: SQLiteColumn, nowMs: number): SQL {
  return sql`max(${nowMs}, ${column} + 1)`;
}
