import { columnChart, toColumns } from "../draw/marks.ts";
import { cutTo, drawTable, toPlain } from "../draw/table.ts";
import type { Drawing } from "../draw/table.ts";
import { toCount } from "../draw/words.ts";
import { toCsvText, toMarkdown, toMarkdownCell, toNdjson } from "../output.ts";
import type { Output } from "../output.ts";
import { toVisible } from "../../lib/index.ts";
import type { Answer, Part, Sheet } from "./sheet.ts";

/** An answer that is ready to be shown. */
export interface Shown {
  /** The question: `Trends · signed up`. */
  title: string;
  /** The range: `16 – 23 Nov 2026 · by day · UTC`; null = it has none. */
  range: string | null;
  sheet: Sheet;
  answer: Answer;
  /** Sentences on what the answer leaves out. */
  notes: readonly string[];
}

/** The text of an answer in a format; of a table with colours. */
export function toShownText(shown: Shown, output: Output): string {
  const { sheet, answer } = shown;
  switch (output.format) {
    case "json":
      return `${JSON.stringify(answer, null, output.isTerminal ? 2 : 0)}\n`;
    case "ndjson":
      return toNdjson(sheet.records);
    case "csv":
      return toCsvText(sheet.records);
    case "md":
      return toMarkdownText(shown);
    case "table":
      return `${toLines(shown, output).join("\n")}\n`;
  }
}

/** Rows of a chart. */
const CHART_HEIGHT = 8;

function toLines({ title, range, sheet, notes }: Shown, drawing: Drawing): string[] {
  const { paint } = drawing;
  const head = [
    paint("title", toVisible(title)),
    ...(range === null ? [] : [paint("faint", toVisible(range))]),
    toVisible(sheet.total),
    ...notes.map((note) => paint("note", toVisible(note))),
  ];
  const left = new Set<string>();
  const parts = sheet.parts.flatMap((part) => {
    const drawn = toPart(part, drawing);
    for (const name of drawn.left) left.add(name);
    return drawn.lines.length === 0 ? [] : ["", ...drawn.lines];
  });
  const names = cutTo(toVisible(`${left.size} columns do not fit: ${[...left].join(", ")}`), drawing.width);
  const wider = left.size === 0 ? [] : ["", paint("faint", names)];
  return [...head, ...parts, ...wider];
}

function toPart({ heading, chart, table }: Part, drawing: Drawing): { lines: string[]; left: string[] } {
  const top = heading === undefined ? [] : [drawing.paint("title", toVisible(heading))];
  if (chart !== undefined) return { lines: [...top, ...drawChart(chart, drawing)], left: [] };
  if (table.rows.length === 0) return { lines: top, left: [] };
  const { lines, left } = drawTable(table, drawing);
  return { lines: [...top, ...lines], left };
}

/** A chart of columns with its highest value, zero, and the first and last period. */
function drawChart({ values, from, to }: NonNullable<Part["chart"]>, { width, paint }: Drawing): string[] {
  // The highest mean has no more digits than the highest value, except for decimals.
  const margin = Math.max(toCount(Math.max(0, ...values)).length, 4) + 2;
  const room = width - margin;
  const points = toColumns(values, room);
  const each = values.length === points.length ? Math.max(1, Math.min(4, Math.floor(room / points.length))) : 1;
  const rows = columnChart(points, room, CHART_HEIGHT).map((row) => [...row].map((cell) => cell.repeat(each)).join(""));
  const most = Math.max(0, ...points);
  const drawn = points.length * each;
  const labels = rows.map((_, at) => (at === 0 ? toCount(toShort(most)) : at === rows.length - 1 ? "0" : ""));
  const gap = " ".repeat(Math.max(1, drawn - from.length - to.length));
  const means =
    points.length === values.length
      ? []
      : [`each column: the mean of ${Math.ceil(values.length / points.length)} periods`];
  return [
    ...rows.map(
      (row, at) => `${paint("faint", (labels[at] ?? "").padStart(margin - 2))}  ${paint("main", row.trimEnd())}`,
    ),
    `${" ".repeat(margin)}${paint("faint", toVisible(`${from}${gap}${to}`))}`,
    ...means.map((sentence) => `${" ".repeat(margin)}${paint("faint", sentence)}`),
  ];
}

/** A number with as many digits as a label has room for. */
function toShort(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
}

function toMarkdownText({ title, range, sheet, notes }: Shown): string {
  const rest = [...(range === null ? [] : [range]), sheet.total, ...notes].map(toMarkdownCell);
  const lines = [`**${toMarkdownCell(title)}**`, ...rest];
  const parts = sheet.parts.map(({ heading, table, chart }) => {
    // A chart has the same values as rows.
    if (chart !== undefined) return toMarkdownRows(sheet.records);
    const kept = table.columns.map((_, at) =>
      table.rows.some((row) => toPlain(row[at] ?? "") !== "" && !isBar(row[at] ?? "")),
    );
    const keep = <Item>(items: readonly Item[]) => items.filter((_, at) => kept[at]);
    const text = toMarkdown(
      keep(table.columns.map(({ name }) => name)),
      table.rows.map((row) => keep(row.map((cell) => toPlain(cell)))),
      keep(table.columns.map(({ isNumber }) => isNumber === true)),
    );
    return heading === undefined ? text : `**${toMarkdownCell(heading)}**\n\n${text}`;
  });
  return `${[lines.join("  \n"), ...parts].join("\n\n")}\n`;
}

function isBar(cell: unknown): boolean {
  return typeof cell === "object" && cell !== null && ("bar" in cell || "stack" in cell);
}

function toMarkdownRows(records: Sheet["records"]): string {
  const header = Object.keys(records[0] ?? {});
  const isNumber = header.map((name) => typeof records[0]?.[name] === "number");
  return toMarkdown(
    header,
    records.map((record) => header.map((name) => String(record[name] ?? ""))),
    isNumber,
  );
}
