import { sql } from "drizzle-orm";
import type { Column, GetColumnData, SQL } from "drizzle-orm";

/** The column has this value; null = no condition. Uses no index. */
export function whereGiven<C extends Column>(column: C, value: GetColumnData<C, "raw"> | null): SQL {
  return sql`(${value} IS NULL OR ${column} = ${value})`;
}
