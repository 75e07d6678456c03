import { CsvError, parse as parseCsv } from "csv-parse/sync";
import { invalid } from "../../base/errors.ts";

// csv-parse: the registry's most used CSV reader, typed, no dependencies; handles quotes, both line ends and the byte
// order mark of spreadsheets. Imported here only.

export interface CsvPeople {
  distinct_ids: string[];
  /** Integer ids or UUIDs. */
  persons: string[];
  /** Values of the property `email`. */
  emails: string[];
}

/** Columns that name persons, in any letter case; hoglet's own export has `distinct_ids.0` and so on. */
const DISTINCT_ID = /^distinct[_-]ids?(?:\.\d+)?$/;
const PERSON_ID = /^person[_.-](?:id|uuid)$/;
const EMAIL = /^(?:person\.)?(?:properties\.)?\$?email$/;

/**
 * Parses CSV with commas, semicolons or tabs. A header names columns of distinct ids and person ids, or else `email`; a
 * single column without a header holds distinct ids. Empty cells are skipped.
 * @throws invalid naming the fault and its line, or the columns when none names persons
 */
export function readCsv(text: string): CsvPeople {
  const [first = [], ...rest] = readRows(text, { delimiter: delimiterOf(text) });
  const names = first.map((cell) => cell.toLowerCase());
  const columns = (pattern: RegExp) => names.flatMap((name, at) => (pattern.test(name) ? column(rest, at) : []));
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (has(DISTINCT_ID) || has(PERSON_ID)) {
    return { distinct_ids: columns(DISTINCT_ID), persons: columns(PERSON_ID), emails: [] };
  }
  if (has(EMAIL)) return { distinct_ids: [], persons: [], emails: columns(EMAIL) };
  if (first.length <= 1) return { distinct_ids: column([first, ...rest], 0), persons: [], emails: [] };
  throw invalid("csv", `Expected a column distinct_id, person_id or email, but found ${first.join(", ")}.`);
}

function namesPersons(header: readonly string[] = []): boolean {
  return header.some((cell) => [DISTINCT_ID, PERSON_ID, EMAIL].some((pattern) => pattern.test(cell.toLowerCase())));
}

const DELIMITERS = [",", ";", "\t"];

/** The delimiter with which the first row is a header, else the comma: an id may hold a semicolon. */
function delimiterOf(text: string): string {
  return DELIMITERS.find((delimiter) => namesPersons(readRows(text, { delimiter, to: 1 })[0])) ?? ",";
}

/** @param to rows to read. @default all */
function readRows(text: string, { delimiter, to }: { delimiter: string; to?: number }): string[][] {
  try {
    return parseCsv(text, {
      bom: true,
      delimiter,
      ...(to !== undefined && { to }),
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
