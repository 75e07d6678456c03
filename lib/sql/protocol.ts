import type { Surroundings } from "./functions.ts";

/** What the query process is asked. */
export interface Question extends Surroundings {
  /** SQLite's SQL. */
  sql: string;
  /** Values of named parameters, without their colon. */
  values: Record<string, string | number | null>;
  /** Rows to give at most; one more is read to tell whether there are more. */
  limit: number;
  /** The process ends itself when it takes longer, or grows by more. */
  timeoutMs: number;
  memoryBytes: number;
}

/** A message to the query process: a question, and before it the database, when it is another than before. */
export interface ToChild {
  /** Path of the file, or a whole database in memory; null = the one of the last question. */
  source: string | Uint8Array | null;
  question: Question;
}

/** A value of a result: integers beyond 2^53 are text, binary values text of hexadecimal digits. */
export type Cell = string | number | boolean | null;

export interface Found {
  rows: Cell[][];
  columns: string[];
  /** A type for each column. */
  types: string[];
  hasMore: boolean;
}

/** A message of the query process. */
export type FromChild =
  | { kind: "ready" }
  /** It has the question. */
  | { kind: "begun" }
  | { kind: "found"; found: Found }
  /** The statement's fault, in a sentence. */
  | { kind: "refused"; detail: string }
  /** The database's fault. */
  | { kind: "failed"; code: string; detail: string };
