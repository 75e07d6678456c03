/**
 * Queries: ordinary reads and writes, written with drizzle, whose types come from the tables (`storage/tables`).
 *
 * `query(…)` is declared once, beside the function that uses it. drizzle builds its SQL text at the first call; from then on
 * a call fills in values and runs `db.sql(text)`, so that drizzle's statements are compiled once per connection like all
 * others, and code that wraps `db.sql` sees them too. For this hoglet has a driver of its own, made of drizzle's public
 * classes (`drizzle-orm/sqlite-core`): the one for better-sqlite3 compiles statements by itself.
 *
 * Hot paths (capture, identity, the columns, long lists) stay SQL text for `db.sql<Row>(text)`: they name their indexes and
 * join orders, which drizzle cannot say, and threads that use nothing else do not load drizzle. `RowOf` gives the types of
 * their rows.
 *
 * drizzle-orm is maintained, typed, without dependencies of its own, and its kit writes the migrations. It is bundled: 16 kB
 * of the compressed package and about 15 ms of processor time at start, on the main thread alone.
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
