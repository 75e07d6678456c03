import type { Surroundings } from "./functions.ts";

/** A request to the query process. */
export interface SqlRequest extends Surroundings {
  /** SQLite's SQL. */
  sql: string;
  /** Values of named parameters, without their colon. */
  values: Record<string, string | number | null>;
  /** Most rows of the answer; one more row is read to tell whether more exist. */
  limit: number;
  /** The process ends itself when the question takes longer, or memory grows by more. */
  timeoutMs: number;
  memoryBytes: number;
}

/** A message to the query process: a request, and the database if it changed. */
export interface ToChild {
  /** Path of the file, or a whole database in memory; null = the database of the last question. */
  source: string | Uint8Array | null;
  request: SqlRequest;
}

/** A value of a result: integers beyond 2^53 are text, binary values text of hexadecimal digits. */
export type Cell = string | number | boolean | null;

export interface Found {
  rows: Cell[][];
  columns: string[];
  /** The type of each column. */
  types: string[];
  hasMore: boolean;
}

/** A message of the query process. */
export type FromChild =
  | { kind: "ready" }
  /** The process has received the question. */
  | { kind: "begun" }
  | { kind: "found"; found: Found }
  /** The statement is at fault; the detail is a sentence for its author. */
  | { kind: "refused"; detail: string }
  /** The database is at fault. */
  | { kind: "failed"; code: string; detail: string }
  /** Bytes of the database are damaged. */
  | { kind: "damaged"; detail: string };
