import { getTableName, sql } from "drizzle-orm";
import type { GetColumnData, SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { sound } from "../row-sums.ts";
import type { SummedTable } from "../row-sums.ts";

/** A column of a table with checksums, see `sound`. */
export function soundColumn<C extends SQLiteColumn>(column: C): SQL<GetColumnData<C>> {
  const table = getTableName(column.table) as SummedTable;
  return sql.raw(sound(table, table, column.name)) as SQL<GetColumnData<C>>;
}
