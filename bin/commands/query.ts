import { text as readText } from "node:stream/consumers";
import type { Command } from "commander";
import { toQueryCsv, toQueryNdjson } from "../../lib/index.ts";
import type { Cell, QueryResult } from "../../lib/index.ts";
import { choiceFlag, flag, toWholeNumber } from "../flag.ts";
import { inFlagWords } from "../flag-words.ts";
import { printMessage, write } from "../print.ts";
import { addSource, chooseUrl, openSource } from "../source.ts";
import type { SourceFlags } from "../source.ts";
import { toVisible } from "../../lib/index.ts";

interface QueryFlags extends SourceFlags {
  limit?: number;
  timeout?: number;
  format?: Format;
}

const FORMATS = ["table", "csv", "ndjson", "json"] as const;
type Format = (typeof FORMATS)[number];

const WRITERS: Record<Format, (result: QueryResult) => string> = {
  table: toTable,
  csv: (result) => toQueryCsv(result),
  ndjson: toQueryNdjson,
  json: (result) => `${JSON.stringify(result)}\n`,
};

/** `hoglet query`: a SELECT over persons and events, of a database, also while a server runs on it, or of a running server. */
export function addQuery(program: Command): void {
  const command = program
    .command("query")
    .description("answers a SELECT over persons, events, cohorts and groups")
    .argument("<sql>", "such as 'select event, count() from events group by 1'; - = stdin");
  addSource(command)
    .addOption(flag("--limit <rows>", "most rows (default: the statement's LIMIT, else 100)").argParser(toCount))
    .addOption(
      flag("--timeout <seconds>", "seconds until it is stopped (default: 10; a server has its own)").argParser(
        toSeconds,
      ),
    )
    .addOption(
      choiceFlag("--format <name>", "format of the answer (default: table on a terminal, else ndjson)", FORMATS),
    )
    .action(query);
}

function toCount(text: string): number {
  return toWholeNumber(text, 1, Number.MAX_SAFE_INTEGER);
}

function toSeconds(text: string): number {
  return toWholeNumber(text, 1, 86_400);
}

async function query(sql: string, flags: QueryFlags, command: Command): Promise<void> {
  const { limit, timeout, format } = flags;
  if (timeout !== undefined && chooseUrl(flags, command) !== undefined)
    command.error("error: --timeout is of a database: a server stops statements by its own.");
  const statement = sql === "-" ? await readText(process.stdin) : sql;
  if (statement.trim() === "") command.error("error: the statement is empty.");
  await using api = await openSource(flags, command, {
    options: timeout === undefined ? {} : { queryTimeoutMs: timeout * 1000 },
  });
  const asked = { query: statement, ...(limit !== undefined && { limit }) };
  const result = await inFlagWords(command, () => api.post<QueryResult>("/query/", asked));
  const { isTTY } = process.stdout;
  const name = format ?? (isTTY ? "table" : "ndjson");
  const text = WRITERS[name](isTTY && name === "csv" ? toVisibleCells(result) : result);
  await write(text);
  if (result.hasMore) printMessage(`${describeCount(result.results.length)}; there are more (--limit).`);
}

/** A cell of CSV may hold line ends, which on a terminal look like rows. */
function toVisibleCells(result: QueryResult): QueryResult {
  const results = result.results.map((row) => row.map((cell) => (typeof cell === "string" ? toVisible(cell) : cell)));
  return { ...result, columns: result.columns.map(toVisible), results };
}

function describeCount(rows: number): string {
  return rows === 1 ? "This is 1 row" : `These are ${rows} rows`;
}

/** Longest cell on a terminal, in characters; longer cells are cut. */
const MAX_CELL_CHARS = 60;

function toTable({ columns, results }: QueryResult): string {
  const rows = [columns.map(toShown), ...results.map((row) => row.map(toShown))];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isNumeric = columns.map((_, column) => results.every((row) => typeof (row[column] ?? 0) === "number"));
  rows.splice(
    1,
    0,
    widths.map((width) => "─".repeat(width)),
  );
  return rows.map((row) => `${row.map(pad).join("  ").trimEnd()}\n`).join("");

  function pad(cell: string, column: number): string {
    const width = widths[column] ?? 0;
    return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width);
  }
}

function toShown(value: Cell): string {
  const text = toVisible(String(value ?? ""));
  return text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS - 1)}…` : text;
}
