import { sql } from "drizzle-orm";
import type { Column, SQL } from "drizzle-orm";

/** `column IN` a JSON list of any length, in one prepared statement. */
export function isListed(column: Column, json: string | null): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${json}))`;
}
