import { stringify } from "csv-stringify/sync";

// csv-stringify, of one family with csv-parse, which reads cohorts; typed, no dependencies. It knows which texts need
// quotes, and which are formulas to a spreadsheet.

/** Null and undefined are empty. */
export type CsvCell = string | number | boolean | null | undefined;

/**
 * Writes rows as CSV by the rules of reference/rest.md 5.2: null is an empty cell, booleans are `True` and `False`; CRLF, minimal quoting.
 * @param options.escapeFormulas put an apostrophe before texts that spreadsheets would read as a formula
 */
export function csvLines(rows: Iterable<readonly unknown[]>, { escapeFormulas }: { escapeFormulas: boolean }): string {
  return stringify(
    Array.from(rows, (row) => [...row]),
    {
      escape_formulas: escapeFormulas,
      record_delimiter: "windows",
      // The library quotes only the whole delimiter; readers end a row at either character.
      quoted_match: /[\r\n]/,
      cast: { boolean: (value) => (value ? "True" : "False") },
    },
  );
}
