import { sql } from "drizzle-orm";
import type { Column, SQL } from "drizzle-orm";

/** The condition that a JSON list holds the value of a column, for lists of any length in one prepared statement. */
export function isListed(column: Column, json: string | null): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${json}))`;
}
