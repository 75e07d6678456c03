import { exactNumber } from "./exact.ts";

// Numbers with a decimal comma, as Excel writes them in most of Europe. A cell alone does not tell whether 1,234 is one; a column does.

/** The character before the decimals of a table's numbers. */
export type Decimal = "," | ".";

/** 12,50 and 1.234,50; no number that begins with a needless 0, such as a postcode. */
const WITH_COMMA = /^-?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:\.\d{3}){1,4})(?:,\d+)?$/;

/** The number of a text with a decimal comma; undefined = the text is no such number. Digits that a number would round stay text. */
export function toCommaNumber(text: string): number | string | undefined {
  return WITH_COMMA.test(text) ? exactNumber(text.replaceAll(".", "").replace(",", ".")) : undefined;
}

/** Finds columns whose cells are all numbers if their comma is a decimal one. */
export interface CommaColumns {
  /** Looks at a cell that is not empty. */
  see(column: string, text: string): void;
  /** The first such column with one of its cells; null = there is none. */
  find(): { column: string; cell: string } | null;
}

/** Begins with no column. */
export function createCommaColumns(): CommaColumns {
  /** A cell with a comma; empty = none came yet; null = another cell is no number. */
  const columns = new Map<string, string | null>();
  return {
    see(column, text) {
      const cell = columns.get(column) ?? (columns.has(column) ? null : "");
      if (cell === null) return;
      if (!WITH_COMMA.test(text)) columns.set(column, null);
      else if (cell === "") columns.set(column, text.includes(",") ? text : "");
    },
    find() {
      for (const [column, cell] of columns) if (cell) return { column, cell };
      return null;
    },
  };
}
