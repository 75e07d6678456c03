import * as v from "valibot";
import { csvLines } from "../base/csv-lines.ts";
import type { CsvCell } from "../base/csv-lines.ts";
import { parse } from "../base/parse.ts";
import type { RowPages } from "../base/row-pages.ts";
import { createTurns } from "../base/turns.ts";
import type { Target } from "./http.ts";
import { toFields } from "./text-fields.ts";

export interface CsvOptions {
  /**
   * Puts an apostrophe before texts that spreadsheets would read as a formula: those that begin with `=`, `+`, `-`,
   * `@`, a tab or a carriage return. Numbers stay unchanged.
   */
  escapeFormulas: boolean;
  /** The header of a table without rows. */
  columns: readonly string[];
}

const CsvQuery = v.object({
  /** Neutralise texts that spreadsheets would read as formulas. @default true */
  escape_formulas: v.optional(
    v.pipe(
      v.picklist(["true", "false", "1", "0"], "Must be a valid boolean."),
      v.transform((word) => word === "true" || word === "1"),
    ),
    "true",
  ),
});

/** Does a query ask to neutralise formulas? `escape_formulas=false` turns it off. @throws invalid */
export function wantsEscapedFormulas(query: Target["query"]): boolean {
  return parse(CsvQuery, toFields(query)).escape_formulas;
}

/** Cells of a piece of the stream, about 100 kB: 5 ms. More cells make other requests wait for longer. */
const CELLS_AT_ONCE = 4000;

/**
 * Writes a table as CSV text, in pieces: the header is the union of the flattened keys of all rows, in code-point order. Instants are ISO
 * text, as in JSON.
 */
export async function* toCsv(pages: RowPages, { escapeFormulas, columns }: CsvOptions): AsyncGenerator<string> {
  const header = await collectColumns(pages, columns);
  if (header.length === 0) return;
  yield csvLines([header], { escapeFormulas });
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / header.length));
  const turns = createTurns();
  for await (const page of pages()) {
    for (let start = 0; start < page.length; start += rowsAtOnce) {
      const rows = page.slice(start, start + rowsAtOnce).map((row) => toCells(row, header));
      yield csvLines(rows, { escapeFormulas });
      if (turns.isOver()) await turns.next();
    }
  }
}

async function collectColumns(pages: RowPages, whenEmpty: readonly string[]): Promise<string[]> {
  const names = new Set<string>();
  let hasRows = false;
  const turns = createTurns();
  for await (const page of pages()) {
    hasRows ||= page.length > 0;
    for (const row of page) {
      for (const name of flatten(row).keys()) names.add(name);
      if (turns.isOver()) await turns.next();
    }
  }
  return [...(hasRows ? names : whenEmpty)].toSorted(byCodePoint);
}

function toCells(row: unknown, header: readonly string[]): CsvCell[] {
  const cells = flatten(row);
  return header.map((name) => cells.get(name));
}

// JavaScript compares UTF-16 units, which puts emoji before U+E000; UTF-8 bytes are in the order of the code points.
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The column of a row that is not an object. */
const BARE = "value";

/**
 * The values of a row by column: nested keys joined with `.`, positions in lists as numbers; empty lists and objects
 * have none. Where two fields get the same name (`{"a.b": …, "a": {"b": …}}`) the later one is shown.
 */
export function flatten(row: unknown): Map<string, CsvCell> {
  const cells = new Map<string, CsvCell>();
  put(cells, row, "");
  return cells;
}

function put(cells: Map<string, CsvCell>, value: unknown, name: string): void {
  if (value === undefined) return;
  if (typeof value !== "object" || value === null) {
    cells.set(name || BARE, value as CsvCell);
    return;
  }
  for (const [key, inner] of Object.entries(value)) put(cells, inner, name === "" ? key : `${name}.${key}`);
}
