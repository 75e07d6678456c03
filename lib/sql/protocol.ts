import type { Placeholders, Rows, Surroundings } from "../hogql/index.ts";
import type { StatementSessions } from "./session-values.ts";

/** A request to the query process. */
export interface SqlRequest extends Omit<Surroundings, "sessions" | "personName" | "isInCohort"> {
  /** See `toName`. */
  nameProperties: readonly string[];
  /** Sessions that the statement reads; null = none. */
  sessions: StatementSessions | null;
  /** HogQL as written. */
  text: string;
  placeholders: Placeholders;
  rows: Rows;
  /** Is SQLite's plan wanted too? */
  isExplained: boolean;
  /** The process ends itself when the question takes longer, or memory grows by more. */
  timeoutMs: number;
  memoryBytes: number;
}

/** `forget` closes the database. */
export type ToChild = Question | { kind: "forget" };

/** A request, and the database if it changed. */
export interface Question {
  kind: "ask";
  /** Path of the file, or a whole database in memory; null = the last question's database. */
  source: string | Uint8Array | null;
  request: SqlRequest;
}

/**
 * Integers beyond 2^53 are text, binary values hexadecimal text, instants ISO text with their zone's offset; arrays and
 * tuples are lists.
 */
export type Cell = string | number | boolean | null | Cell[] | { [key: string]: Cell };

export interface Found {
  rows: Cell[][];
  columns: string[];
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

export type FromChild =
  /** Started, or has closed its database. */
  | { kind: "ready" }
  /** The process has received the question. */
  | { kind: "begun" }
  /** Rows of the answer, in order; `found` comes after the last. */
  | { kind: "rows"; rows: Cell[][] }
  | { kind: "found"; found: Omit<Found, "rows"> }
  /** The statement is at fault; `detail` is for its author. */
  | { kind: "refused"; detail: string; code: string }
  /** The database is at fault. */
  | { kind: "failed"; code: string; detail: string }
  /** Bytes of the database are damaged. */
  | { kind: "damaged"; detail: string };
