/**
 * Storage: one SQLite file (or memory), its tables, and the only transaction.
 *
 * `openSqlite` connects, sets the pragmas and applies the migrations (`lib/log` adds the functions that read events);
 * `write(db, fn)` makes every change. Reads use `db.sql(text)`, compiled once per connection, with the SQL beside the
 * function that needs it. Other processes may write to the file: code that caches rows registers with `db.onStale`,
 * which calls it at the start of the next transaction after their commit.
 *
 * Invariants: values are always bound; every statement names its project; a transaction never waits for a promise;
 * released migrations are never edited. drizzle holds the definitions (`tables/`) and writes the migrations and
 * ordinary queries (`queries/`); hot queries are SQL text, with row types from the tables (`RowOf`).
 *
 * In tables instants are integer epoch milliseconds, booleans 0 or 1, JSON is text. No foreign key has an action,
 * except where a row is derived: deletion is explicit code, so that it can be counted and proven.
 */
export { openSqlite } from "./open.ts";
export type { Durability, OpenOptions } from "./open.ts";
export { filePath } from "./db.ts";
export type { Checkpoint, Db, RowOf } from "./db.ts";
export { serialize } from "./serialize.ts";
export { watchTables } from "./watch-tables.ts";
export { FILE_FORMAT, schemaOf, UNRELEASED } from "./migrate.ts";
export { openAside } from "./read-aside.ts";
export { backUp } from "./back-up.ts";
export { newFile } from "./new-file.ts";
export { openEmpty, openScratch, openSqliteReader, toReadOnly } from "./reader.ts";
export { isMalformedJson, readJson, toKnown, toStorageError } from "./failure.ts";
export {
  damagedRow,
  damagedTable,
  hasAllRows,
  numbersFault,
  numbersSum,
  requireGroup,
  rowFault,
  sound,
  SUMMED_TABLES,
  textColumns,
  textsSum,
} from "./row-sums.ts";
export type { SummedTable } from "./row-sums.ts";
export { requireWrites, tryWrite, write, writeAside, writeNow } from "./write.ts";
export { busy, isWaitingToWrite, lendTurn, writersDone } from "./take-turn.ts";
export { fromSent, toSent } from "./sent-error.ts";
export type { SentError } from "./sent-error.ts";
export { jsonPath, parseStored, toCause, toJson, toStorable, toStorableText } from "./json.ts";
export { LowerCaseTags, StoredFlag, StoredText, Tags } from "./stored-fields.ts";
export { isAscii } from "./lower-case.ts";
