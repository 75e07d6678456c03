import type { Table } from "../draw/table.ts";

/** An answer as it is shown: sentences and a table for people, rows of plain values for programs. */
export interface Sheet {
  /** The total, first of all. */
  total: string;
  /** For people: one or several tables, each under a heading if it has one. */
  parts: readonly Part[];
  /** For programs: one row for each number, with the names of its place. */
  records: readonly Record<string, unknown>[];
}

/** A table with its heading, or lines that are drawn already. */
export interface Part {
  heading?: string;
  table: Table;
  /** Values of a chart that comes before the table, with a label at its start and its end. */
  chart?: { values: readonly number[]; from: string; to: string };
}

/** The answer of a query node: its own fields and those of the envelope that a sheet needs. */
export interface Answer {
  results: unknown;
  columns?: string[];
  hasMore?: boolean;
  timezone: string;
  /** ISO text: the time at which the answer was computed. */
  last_refresh?: string;
  resolved_date_range: { date_from: string; date_to: string } | null;
}

/** The source of a sheet. */
export interface Asked {
  /** The node without its wrappers. */
  node: Readonly<Record<string, unknown>>;
  answer: Answer;
  /** The values of the whole range of series whose points cannot be added up. */
  wholes?: readonly number[];
}
