import { cutTo, drawTable, toPlain } from "../draw/table.ts";
import type { Table } from "../draw/table.ts";
import { toCsvText, toMarkdown, toMarkdownCell, toNdjson } from "../output.ts";
import type { Output } from "../output.ts";
import { printDrawing, write } from "../print.ts";
import { toVisible } from "../../lib/index.ts";

/** A list to show. */
export interface List {
  /** Sentences before the table, the total first. */
  head: readonly string[];
  /** Tables for people, each under a heading if it has one. */
  parts: readonly { heading?: string; table: Table }[];
  /** Sentences after the tables. */
  foot?: readonly string[];
  /** Rows for programs. */
  records: readonly object[];
  /** The whole for `json`. @default records */
  whole?: unknown;
}

/** Shows a list in the wanted format. */
export async function showList(
  { head, parts, foot = [], records, whole = records }: List,
  output: Output,
): Promise<void> {
  const { format, paint, isTerminal } = output;
  if (format === "ndjson") return write(toNdjson(records));
  if (format === "csv") return write(toCsvText(records));
  if (format === "json") return write(`${JSON.stringify(whole, null, isTerminal ? 2 : 0)}\n`);
  if (format === "md") {
    const tables = parts.map(({ heading, table: { columns, rows } }) => {
      const text = toMarkdown(
        columns.map(({ name }) => name),
        rows.map((row) => row.map((cell) => toPlain(cell))),
        columns.map(({ isNumber }) => isNumber === true),
      );
      return heading === undefined ? text : `**${toMarkdownCell(heading)}**\n\n${text}`;
    });
    return write(`${[head.map(toMarkdownCell).join("  \n"), ...tables, ...foot.map(toMarkdownCell)].join("\n\n")}\n`);
  }
  const left = new Set<string>();
  const drawn = parts.flatMap(({ heading, table }) => {
    const { lines, left: own } = drawTable(table, output);
    for (const name of own) left.add(name);
    return ["", ...(heading === undefined ? [] : [paint("title", toVisible(heading))]), ...lines];
  });
  const [first = "", ...rest] = head.map(toVisible);
  const narrow = left.size === 0 ? [] : [`${left.size} columns do not fit: ${[...left].join(", ")}`];
  const after = [...foot, ...narrow].map((line) => paint("faint", cutTo(toVisible(line), output.width)));
  const lines = [paint("title", first), ...rest, ...drawn, ...(after.length === 0 ? [] : ["", ...after])];
  printDrawing(`${lines.join("\n")}\n`);
}
