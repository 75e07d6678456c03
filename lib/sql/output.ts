import { csvLines } from "../base/csv-lines.ts";
import type { Cell } from "./protocol.ts";
import type { QueryResult } from "./run-query.ts";

type Rows = Pick<QueryResult, "columns" | "results">;

/**
 * CSV with a line of names: null is an empty cell, booleans are `True` and `False`, lines end in CRLF. Text that a
 * spreadsheet would read as a formula gets an apostrophe unless `escapeFormulas` is false.
 */
export function toQueryCsv(
  { columns, results }: { columns: readonly string[]; results: readonly (readonly unknown[])[] },
  { escapeFormulas = true } = {},
): string {
  return csvLines([columns, ...results], { escapeFormulas });
}

/** NDJSON. Repeated names get a number: `count`, `count_2`. */
export function toQueryNdjson({ columns, results }: Rows): string {
  const names = columns.map((name, index) => {
    const before = columns.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name}_${before + 1}`;
  });
  return results.map((row) => `${JSON.stringify(toObject(names, row))}\n`).join("");
}

function toObject(names: readonly string[], row: readonly Cell[]): Record<string, Cell> {
  return Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]));
}
