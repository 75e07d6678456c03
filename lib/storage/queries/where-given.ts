import { sql } from "drizzle-orm";
import type { Column, GetColumnData, SQL } from "drizzle-orm";

/** The condition that a column has this value, or, for null, no condition. The column's index is not used. */
export function whereGiven<C extends Column>(column: C, value: GetColumnData<C, "raw"> | null): SQL {
  return sql`(${value} IS NULL OR ${column} = ${value})`;
}
