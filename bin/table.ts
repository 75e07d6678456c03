import { toVisible } from "../lib/index.ts";

/** Rows of cells (the first is the header) as lines, every column as wide as its widest cell, two blanks between them. */
export function toTable(given: readonly (readonly string[])[]): string[] {
  // Made visible before columns are aligned: a line end or a direction mark in a cell could look like another row or
  // column.
  const rows = given.map((row) => row.map(toVisible));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
