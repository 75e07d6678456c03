import type { Fields } from "../../base/fields.ts";

/** A record of a file, or the reason why it cannot be read. */
export type Row = { number: number; fields: Fields } | { number: number; reason: string; text?: string };

/** The format of a file's records. In `csv` every value is text. */
export type Format = "ndjson" | "json" | "csv" | "parquet" | "avro";

/** A file as records. `number` counts as people would: the line of a text file, else the record, from 1. */
export interface RowFile {
  name: string;
  format: Format;
  /** Columns of a table, in their order; null = records name their own keys. */
  columns: string[] | null;
  rows: AsyncIterable<Row>;
}

/** How files are read. */
export interface ReadOptions {
  /** The character between the cells of a table; undefined = found. */
  delimiter?: string | undefined;
  /** Around cells; `none` = quotes mean nothing. */
  quote?: string | undefined;
  /** How a quote stands within quotes. */
  escape?: "double" | "backslash" | undefined;
  /** The beginning of lines that are left out. */
  comment?: string | undefined;
  /** Names for the values of records that are lists, or of a table without a header. */
  columns?: string[] | undefined;
  /** Path to the list of records in a JSON document. */
  rows?: string | undefined;
}

/** Columns of a table, and fields of a schema. More than a thousand are rare, and each column costs every row. */
export const MOST_COLUMNS = 10_000;

/** Characters of one record: a file without line ends must not fill the memory. */
export const MAX_RECORD_CHARS = 64 * 1024 * 1024;
