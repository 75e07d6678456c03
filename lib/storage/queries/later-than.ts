import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Now, or 1 ms more than the column has: no two versions of a row are equal under a frozen clock. */
export function laterThan(column: SQLiteColumn, nowMs: number): SQL {
  return sql`max(${nowMs}, ${column} + 1)`;
}
