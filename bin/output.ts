import type { Command, Option } from "commander";
import { toVisible } from "../lib/base/visible.ts";
import { toQueryCsv } from "../lib/index.ts";
import type { Cell } from "../lib/index.ts";
import { createPaint, mayPaint } from "./draw/paint.ts";
import type { Drawing } from "./draw/table.ts";
import { choiceFlag, flag } from "./flag.ts";

export const FORMATS = ["table", "json", "ndjson", "csv", "md"] as const;
/** A format of answers. */
export type Format = (typeof FORMATS)[number];

export interface OutputFlags {
  format?: Format;
  color?: boolean;
}

/** The output of a command that shows tables. */
export interface Output extends Drawing {
  format: Format;
  isTerminal: boolean;
}

export function formatFlag(): Option {
  return choiceFlag("--format <name>", "format of the answer (default: table on a terminal, else ndjson)", FORMATS);
}

/** Adds the flags of the output. */
export function addOutput(command: Command): Command {
  return command
    .addOption(formatFlag())
    .addOption(flag("--color", "colours, also in a pipe"))
    .addOption(flag("--no-color", "no colours (also NO_COLOR)"));
}

/** Columns of an output that is no terminal, for tables that are asked for: GitHub shows as many without scrolling. */
const PIPE_WIDTH = 120;
const LEAST_WIDTH = 40;

/** The output that the flags, the terminal and the environment want. */
export function chooseOutput({ format, color }: OutputFlags, environment: NodeJS.ProcessEnv = process.env): Output {
  const { isTTY, columns } = process.stdout;
  // A pipe has no isTTY.
  const isTerminal = Boolean(isTTY);
  const given = Number(environment["COLUMNS"] ?? "");
  const width = (isTerminal ? columns : undefined) ?? (Number.isSafeInteger(given) && given > 0 ? given : PIPE_WIDTH);
  return {
    format: format ?? (isTerminal ? "table" : "ndjson"),
    isTerminal,
    width: Math.max(LEAST_WIDTH, width),
    paint: createPaint(mayPaint(isTerminal, color, environment)),
  };
}

type Rows = readonly object[];

/** Rows as CSV with a line of names first; lists and objects are JSON. */
export function toCsvText(rows: Rows): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return "";
  return toQueryCsv({
    columns,
    results: rows.map((row) => columns.map((name) => toCell((row as Record<string, unknown>)[name]))),
  });
}

function toCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  return (typeof value === "object" ? JSON.stringify(value) : value) as Cell;
}

/** Rows as one object a line. */
export function toNdjson(rows: Rows): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** A table as Markdown of GitHub. */
export function toMarkdown(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: readonly boolean[],
): string {
  const rule = `| ${header.map((_, at) => (isNumber[at] === true ? "---:" : "---")).join(" | ")} |`;
  return [toMarkdownLine(header), rule, ...rows.map(toMarkdownLine)].join("\n");
}

function toMarkdownLine(cells: readonly string[]): string {
  return `| ${cells.map(toMarkdownCell).join(" | ")} |`;
}

/** A text of clients as Markdown that shows it: on one line, with escapes for what nobody sees. */
export function toMarkdownCell(text: string): string {
  return toVisible(text).replaceAll(/[\\|`*_<>[\]]/g, String.raw`\$&`);
}
