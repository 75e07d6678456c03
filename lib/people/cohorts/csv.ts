import { CsvError, parse as parseCsv } from "csv-parse/sync";
import { invalid } from "../../base/errors.ts";

// csv-parse: the most used CSV reader of the registry, typed, no dependencies. It handles quotes, both line ends and
// the byte order mark that spreadsheets write. Only this file imports it.

/** The persons that a file names. */
export interface CsvPeople {
  distinct_ids: string[];
  /** Integer ids or UUIDs. */
  persons: string[];
}

const DISTINCT_ID_NAMES = new Set(["distinct_id", "distinct-id"]);
const PERSON_ID_NAMES = new Set(["person_id", "person-id"]);

/**
 * Parses a CSV text. With a header, the columns `distinct_id` and `person_id` count, if present; without a header, the
 * first column holds distinct ids. Empty cells are skipped.
 * @throws invalid naming the fault and its line
 */
export function readCsv(text: string): CsvPeople {
  const [first = [], ...rest] = readRows(text);
  const names = first.map((cell) => cell.toLowerCase());
  const distinctIdAt = names.findIndex((name) => DISTINCT_ID_NAMES.has(name));
  const personIdAt = names.findIndex((name) => PERSON_ID_NAMES.has(name));
  if (distinctIdAt < 0 && personIdAt < 0) return { distinct_ids: column([first, ...rest], 0), persons: [] };
  return { distinct_ids: column(rest, distinctIdAt), persons: column(rest, personIdAt) };
}

function readRows(text: string): string[][] {
  try {
    return parseCsv(text, {
      bom: true,
      relax_column_count: true,
      record_delimiter: ["\r\n", "\n", "\r"],
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    if (error instanceof CsvError) throw invalid("csv", `This is no CSV: ${error.message}.`);
    throw error;
  }
}

function column(rows: readonly string[][], at: number): string[] {
  return rows.map((row) => row[at] ?? "").filter((cell) => cell !== "");
}
