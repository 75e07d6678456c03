import { count } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../db.ts";
import { query } from "./query.ts";

/** A page of rows, and their number on all pages. */
interface Rows<Row> {
  count: number;
  rows: Row[];
}

interface Paging {
  limit: number;
  offset: number;
}

/**
 * The rows of a table page by page: a query for the page and a query for the count, with the same condition.
 * @param where made of the values of each call, see `query`
 *
 * @example
 * const warningPages = pages(warnings, (given: { projectId: number }) => eq(warnings.projectId, given.projectId), desc(warnings.id));
 * warningPages(db, { projectId: 1 }, { limit: 100, offset: 0 });
 */
export function pages<Table extends SQLiteTable, Given extends object>(
  table: Table,
  where: (given: Given) => SQL | undefined,
  ...order: (SQL | SQLiteColumn)[]
): (db: Pick<Db, "sql">, given: Given, page: Paging) => Rows<Table["$inferSelect"]> {
  const countOf = query((db, given: Given) =>
    db.select({ count: count() }).from<SQLiteTable>(table).where(where(given)),
  );
  const rowsOf = query((db, given: Given & Paging) =>
    db
      .select()
      .from<SQLiteTable>(table)
      .where(where(given))
      .orderBy(...order)
      .limit(given.limit)
      .offset(given.offset),
  );
  return (db, given, { limit, offset }) => ({
    count: countOf.get(db, given)?.count ?? 0,
    // drizzle does not follow the columns of a table given as a parameter.
    rows: rowsOf.all(db, { ...given, limit, offset }) as Table["$inferSelect"][],
  });
}
