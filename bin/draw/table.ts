import stringWidth from "string-width";
import { toVisible } from "../../lib/index.ts";
import { bar, sparkline } from "./marks.ts";
import type { Paint, Tone } from "./paint.ts";

// string-width (also cli-progress's, so the bundle has it once): 漢字 and emoji take two columns of a terminal.

/** A cell: a text, a text with a colour, a bar, bars one after the other, or a line of values. */
export type Cell =
  | string
  | { text: string; tone?: Tone }
  | { bar: number; tone?: Tone }
  | { stack: readonly (readonly [share: number, tone: Tone])[] }
  | { line: readonly number[]; tone?: Tone };

export interface Column {
  name: string;
  /** Numbers stand at the right. @default false */
  isNumber?: boolean;
  /** The last columns are left out first where the terminal is too narrow, except for columns that must stay. */
  mustStay?: boolean;
  /**
   * Texts of the column are cut before those of other columns (`first`), or never, such as times (`never`).
   * @default with other columns
   */
  cut?: "first" | "never";
}

/** Rows for people. */
export interface Table {
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}

/** How a table is drawn. */
export interface Drawing {
  /** Columns of the terminal. */
  width: number;
  paint: Paint;
}

const GAP = "  ";
/** Widths of bars and lines, in columns. */
const LEAST_MARK = 8;
const MOST_MARK = 40;
/** Texts are cut to this width at least. */
const LEAST_TEXT = 10;

/**
 * Draws a table that fits the width: bars take the space that is left, long texts are cut, and at last columns are left
 * out. @returns its lines, and the names of columns that did not fit
 */
export function drawTable(table: Table, { width, paint }: Drawing): { lines: string[]; left: string[] } {
  const fitted = fit(table, width);
  const { columns, rows, widths } = fitted;
  const line = (cells: readonly Cell[], isHeader: boolean) =>
    cells
      .map((cell, at) =>
        drawCell(cell, { width: widths[at] ?? 0, isNumber: columns[at]?.isNumber === true }, paint, isHeader),
      )
      .join(GAP)
      .trimEnd();
  const header = columns.map(({ name }) => name);
  const hasHeader = header.some((name) => name !== "");
  return {
    lines: [...(hasHeader ? [line(header, true)] : []), ...rows.map((row) => line(row, false))],
    left: fitted.left,
  };
}

function fit(table: Table, width: number) {
  const kept = table.columns.map((_, at) => at);
  const left: string[] = [];
  for (;;) {
    const columns = kept.map((at) => table.columns[at] ?? { name: "" });
    const rows = table.rows.map((row) => kept.map((at) => row[at] ?? ""));
    const widths = toWidths(columns, rows, width);
    const isFitting = total(widths) <= width;
    const last = isFitting ? -1 : columns.findLastIndex(({ mustStay }, at) => at > 0 && mustStay !== true);
    if (last < 0) return { columns, rows, widths, left };
    left.unshift(columns[last]?.name ?? "");
    kept.splice(last, 1);
  }
}

function toWidths(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): number[] {
  const isMark = columns.map((_, at) => rows.some((row) => isMarked(row[at] ?? "")));
  const widths = columns.map(({ name }, at) => {
    const texts = rows.map((row) => widthOf(row[at] ?? ""));
    return Math.max(stringWidth(toVisible(name)), ...texts);
  });
  const marks = isMark.filter(Boolean).length;
  const isText = columns.map(({ isNumber }, at) => isNumber !== true && isMark[at] !== true);
  for (;;) {
    if (total(widths.map((each, at) => (isMark[at] ? LEAST_MARK : each))) <= width) break;
    const widest = widestOf("first") ?? widestOf();
    if (widest === null) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  if (marks === 0) return widths;
  const room = width - total(widths.map((each, at) => (isMark[at] ? 0 : each)));
  const own = Math.max(LEAST_MARK, Math.min(MOST_MARK, Math.floor(room / marks)));
  return widths.map((each, at) => (isMark[at] ? own : each));

  /** The widest text that can still be cut; null = there is none. */
  function widestOf(cut?: Column["cut"]): number | null {
    const texts = widths.map((each, at) => (isText[at] && columns[at]?.cut === cut ? each : 0));
    const most = Math.max(...texts);
    return most > LEAST_TEXT ? texts.indexOf(most) : null;
  }
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, 0) + GAP.length * Math.max(0, widths.length - 1);
}

function isMarked(cell: Cell): boolean {
  return typeof cell !== "string" && !("text" in cell);
}

function widthOf(cell: Cell): number {
  if (typeof cell === "string") return stringWidth(toVisible(cell));
  return "text" in cell ? stringWidth(toVisible(cell.text)) : 0;
}

function drawCell(
  cell: Cell,
  { width, isNumber }: { width: number; isNumber: boolean },
  paint: Paint,
  isHeader: boolean,
): string {
  if (typeof cell === "string" || "text" in cell) {
    const { text, tone } = typeof cell === "string" ? { text: cell, tone: undefined } : cell;
    const cut = cutTo(toVisible(text), width);
    const blank = " ".repeat(Math.max(0, width - stringWidth(cut)));
    const painted = paint(isHeader ? "faint" : tone, cut);
    return isNumber ? blank + painted : painted + blank;
  }
  const drawn = drawMark(cell, width, paint);
  return drawn.text + " ".repeat(Math.max(0, width - drawn.width));
}

function drawMark(
  cell: Exclude<Cell, string | { text: string }>,
  width: number,
  paint: Paint,
): { text: string; width: number } {
  if ("stack" in cell) {
    const parts = cell.stack.map(([share, tone]) => {
      const size = share <= 0 ? 0 : Math.max(1, Math.round(share * width));
      return { tone, size };
    });
    const text = parts.map(({ tone, size }) => paint(tone, (BLOCKS[tone] ?? "█").repeat(size))).join("");
    return { text, width: parts.reduce((sum, { size }) => sum + size, 0) };
  }
  const plain = "bar" in cell ? bar(cell.bar, width) : sparkline(cell.line, width);
  return { text: paint(cell.tone ?? "main", plain), width: plain.length };
}

/** Parts of a stack are told apart without colours too. */
export const BLOCKS: Partial<Record<Tone, string>> = { good: "█", main: "▓", third: "▒", bad: "░" };

/** A text of a width at most, with … where it was cut. */
export function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = "";
  for (const character of text) {
    if (stringWidth(cut + character) > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/** A cell as plain text, for Markdown; bars say nothing that their numbers do not. */
export function toPlain(cell: Cell, width = 20): string {
  if (typeof cell === "string") return cell;
  if ("text" in cell) return cell.text;
  if ("line" in cell) return sparkline(cell.line, width);
  return "bar" in cell ? bar(cell.bar, width) : "";
}
