/**
 * Queries: ordinary reads and writes, written with drizzle, with types from the tables (`storage/tables`).
 *
 * `query(…)` is declared once, beside its function. drizzle builds the SQL text at the first call; later calls fill in
 * values and run `db.sql(text)`, so that statements are compiled once per connection, and wrappers of `db.sql` see
 * them. For this hoglet has a driver of its own, from drizzle's public classes (`drizzle-orm/sqlite-core`): the one for
 * better-sqlite3 compiles statements itself.
 *
 * Hot paths (capture, identity, columns, long lists) stay SQL text for `db.sql<Row>(text)`: they name indexes and join
 * orders, which drizzle cannot say, and threads without other queries do not load drizzle. `RowOf` gives their row
 * types.
 *
 * drizzle-orm is maintained, typed, without dependencies, and its kit writes the migrations. Bundled, it takes 16 kB of
 * the compressed package and about 15 ms of processor time at start, on the main thread alone.
 */
export type { SQLWrapper } from "drizzle-orm";
export { changeRow } from "./change-row.ts";
export { columnKeys, fromColumns, toColumns } from "./columns-of.ts";
export { insertInto } from "./insert-into.ts";
export { isListed } from "./is-listed.ts";
export { laterThan } from "./later-than.ts";
export { pages } from "./pages.ts";
export { soundColumn } from "./sound-column.ts";
export { query } from "./query.ts";
export type { Query } from "./query.ts";
export { whereGiven } from "./where-given.ts";
export {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
