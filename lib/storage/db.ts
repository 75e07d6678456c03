import type Database from "better-sqlite3";
import type { GetColumnData, Table } from "drizzle-orm";
import type { HogletError } from "../base/errors.ts";
import type { WriteQueue } from "./write-queue.ts";

/** A connection, with its prepared statements and caches. */
export interface Db {
  readonly sqlite: Database.Database;
  /** Longest wait for other processes, in ms. */
  readonly writeWaitMs: number;
  /** Writers that wait for the lock, served by `take-turn.ts`. */
  readonly writeQueue: WriteQueue;
  /** The program that copies the write-ahead log into the file. */
  readonly checkpoint: Checkpoint;
  /** Does the file follow another hoglet's (`lib/replication`)? Then it is open for reading alone. */
  readonly isFollowing: boolean;
  /** The error of every write now: the file follows another, or another hoglet has taken over. Null = writes go on. */
  refusal: () => HogletError | null;
  /**
   * Checks, at most once a second, that the open file is still the whole file at its path.
   * @param isNow check in any case, before another connection opens the path. @throws HogletError 503
   */
  requireFile(isNow?: boolean): void;
  /**
   * The prepared statement of a SQL text, compiled once per connection. `Row`, such as a `RowOf`, is the type of its
   * rows, or with `pluck()` of their only column; nothing checks it.
   */
  sql<Row = unknown>(text: string): Database.Statement<unknown[], Row>;
  /** Calls `listener` when cached rows may be out of date: another process wrote, or a transaction rolled back. */
  onStale(listener: () => void): void;
  /** Calls the listeners if another connection committed since the last call. */
  refresh(): void;
  /**
   * Changes with every commit to rows that questions read: by `write`, or by another connection. Answers computed from
   * rows hold while it stays.
   */
  stamp(): string;
  /** Counts a commit of this connection. */
  noteCommit(): void;
  /** Calls the listeners of `onStale` after a rollback. */
  invalidate(): void;
  /** Folds the write-ahead log and closes the file; safe to call twice. */
  close(): void;
}

/** `external` = another program, such as Litestream, copies the write-ahead log into the file; hoglet never does. */
export type Checkpoint = "automatic" | "external";

/** The real path of a database's file, as SQLite resolved it; undefined = the database is in memory. */
export function filePath({ sqlite }: Pick<Db, "sqlite">): string | undefined {
  if (sqlite.memory) return undefined;
  const [{ file }] = sqlite.pragma("database_list") as [{ file: string }];
  return file === "" ? undefined : file;
}

/** Adds functions and virtual tables for statements. */
export type Extend = (sqlite: Database.Database) => void;

type Columns<T extends Table> = T["_"]["columns"];

type Name<T extends Table> = Columns<T>[keyof Columns<T>]["_"]["name"];

/**
 * Columns of a table by their SQL names, for rows of `db.sql<Row>(text)`.
 *
 * @example db.sql<RowOf<typeof events, "seq" | "timestamp">>("SELECT seq, timestamp FROM events WHERE project_id = ?")
 */
export type RowOf<T extends Table, Wanted extends Name<T> = Name<T>> = {
  [Key in keyof Columns<T> as Columns<T>[Key]["_"]["name"] & Wanted]: GetColumnData<Columns<T>[Key]>;
};
