import type { Placeholders, Rows, Surroundings } from "../hogql/index.ts";
import type { StatementSessions } from "./session-values.ts";

/** A request to the query process. */
export interface SqlRequest extends Omit<Surroundings, "sessions" | "personName" | "isInCohort"> {
  /** See `toName`. */
  nameProperties: readonly string[];
  /** The sessions that the statement reads; null = none. */
  sessions: StatementSessions | null;
  /** HogQL, as its author wrote it. */
  text: string;
  placeholders: Placeholders;
  rows: Rows;
  /** Is SQLite's plan wanted too? */
  isExplained: boolean;
  /** The process ends itself when the question takes longer, or memory grows by more. */
  timeoutMs: number;
  memoryBytes: number;
}

/** A message to the query process; `forget` closes its database. */
export type ToChild = Question | { kind: "forget" };

/** A request, and the database if it changed. */
export interface Question {
  kind: "ask";
  /** Path of the file, or a whole database in memory; null = the database of the last question. */
  source: string | Uint8Array | null;
  request: SqlRequest;
}

/**
 * A value of a result: integers beyond 2^53 are text, binary values text of hexadecimal digits, instants ISO text with
 * the offset of their zone; arrays and tuples are lists.
 */
export type Cell = string | number | boolean | null | Cell[] | { [key: string]: Cell };

export interface Found {
  rows: Cell[][];
  columns: string[];
  /** The type of each column. */
  types: string[];
  hasMore: boolean;
  /** The statement as SQLite ran it. */
  sql: string;
  /** The most rows of the answer. */
  limit: number;
  /** Does the statement have a LIMIT? */
  isLimited: boolean;
  /** The statement's own OFFSET. */
  offset: number;
  /** SQLite's plan, if it was wanted. */
  plan: string[] | null;
}

/** A message of the query process. */
export type FromChild =
  /** The process has started, or closed its database. */
  | { kind: "ready" }
  /** The process has received the question. */
  | { kind: "begun" }
  /** Rows of the answer, in order; `found` comes after the last. */
  | { kind: "rows"; rows: Cell[][] }
  | { kind: "found"; found: Omit<Found, "rows"> }
  /** The statement is at fault; the detail is a sentence for its author. */
  | { kind: "refused"; detail: string; code: string }
  /** The database is at fault. */
  | { kind: "failed"; code: string; detail: string }
  /** Bytes of the database are damaged. */
  | { kind: "damaged"; detail: string };
