const NUMBER = /^-?\d{1,3}(?:,\d{3})*(?:\.\d+)?$/;
/** A spreadsheet would run such a text as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A drawn table as CSV: a cell's `data-csv`, else its text; numbers without separators. */
export function tableCsv(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => cell.dataset["csv"] ?? cell.innerText));
  return rows.map((cells) => cells.map(toField).join(",")).join("\r\n") + "\r\n";
}

/** A cell of CSV (RFC 4180). */
export function toField(text: string): string {
  const trimmed = text.replaceAll(/\s+/g, " ").trim();
  if (NUMBER.test(trimmed)) return trimmed.replaceAll(",", "");
  const safe = FORMULA.test(trimmed) ? `'${trimmed}` : trimmed;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
