import type Database from "better-sqlite3";
import type { GetColumnData, Table } from "drizzle-orm";
import type { WriteQueue } from "./write-queue.ts";

/** A connection to a database, with its prepared statements and the caches that mirror it. */
export interface Db {
  readonly sqlite: Database.Database;
  /** Longest wait of a writer for other processes, in ms. */
  readonly writeWaitMs: number;
  /** The writers that wait for the write lock; `take-turn.ts` serves them. */
  readonly writeQueue: WriteQueue;
  /** The program that copies the write-ahead log into the file. */
  readonly checkpoint: Checkpoint;
  /**
   * Checks that the open file is still the file at its path, and whole, at most once a second.
   * @param isNow check in any case, since another connection is opened at the path. @throws HogletError 503
   */
  requireFile(isNow?: boolean): void;
  /**
   * The prepared statement of a SQL text, compiled once per connection. `Row` is the type of its rows, such as a `RowOf`; with
   * `pluck()` the type of their only column. Nothing checks it against the text.
   */
  sql<Row = unknown>(text: string): Database.Statement<unknown[], Row>;
  /** Calls `listener` whenever cached rows may be out of date (another process wrote, or a transaction rolled back). */
  onStale(listener: () => void): void;
  /** Calls the listeners if another connection committed since the last call. */
  refresh(): void;
  /**
   * Changes with every commit that changed rows which questions read: those of this connection by `write`, and all of other
   * connections. Whatever is computed of rows is true as long as the stamp stays.
   */
  stamp(): string;
  /** Counts a commit of this connection. */
  noteCommit(): void;
  /** Calls the listeners of `onStale` although no other process committed: this connection rolled back. */
  invalidate(): void;
  /** Copies the write-ahead log into the file and closes it; safe to call twice. */
  close(): void;
}

/** `external` = another program, such as Litestream, copies the write-ahead log into the file; hoglet never does. */
export type Checkpoint = "automatic" | "external";

/** The real path of a database's file, as SQLite resolved it; undefined = the database is in memory. */
export function filePath({ sqlite }: Pick<Db, "sqlite">): string | undefined {
  const [{ file }] = sqlite.pragma("database_list") as [{ file: string }];
  return file === "" ? undefined : file;
}

/** Adds functions and virtual tables to a connection, so that statements may name them. */
export type Extend = (sqlite: Database.Database) => void;

type Columns<T extends Table> = T["_"]["columns"];

type Name<T extends Table> = Columns<T>[keyof Columns<T>]["_"]["name"];

/**
 * Columns of a table by their names in SQL, for the rows of `db.sql<Row>(text)`.
 *
 * @example
 * db.sql<RowOf<typeof events, "seq" | "timestamp">>("SELECT seq, timestamp FROM events WHERE project_id = ?")
 */
export type RowOf<T extends Table, Wanted extends Name<T> = Name<T>> = {
  [Key in keyof Columns<T> as Columns<T>[Key]["_"]["name"] & Wanted]: GetColumnData<Columns<T>[Key]>;
};
