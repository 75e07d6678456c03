import { text as readText } from "node:stream/consumers";
import type { Command } from "commander";
import { HogletError, toQueryCsv, toQueryNdjson } from "../../lib/index.ts";
import type { Cell, QueryResult } from "../../lib/index.ts";
import { databaseFlag } from "../database.ts";
import { projectOfApp } from "../env-token.ts";
import { openForReading } from "../open-for-reading.ts";
import { flag, toWholeNumber } from "../flag.ts";
import { printMessage, write } from "../print.ts";
import { toVisible } from "../../lib/index.ts";

interface QueryFlags {
  db?: string;
  project?: number;
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

/** `hoglet query`: a SELECT over persons and events, also while a server runs on the database. */
export function addQuery(program: Command): void {
  program
    .command("query")
    .description("answers a SELECT over persons, events, cohorts and groups")
    .argument("<sql>", "such as 'select event, count() from events group by 1'; - = stdin")
    .addOption(databaseFlag())
    .addOption(flag("--project <id>", "the project (default: that of the app here, else the first)").argParser(toCount))
    .addOption(flag("--limit <rows>", "most rows (default: the statement's LIMIT, else 100)").argParser(toCount))
    .addOption(flag("--timeout <seconds>", "seconds until it is stopped (default: 10)").argParser(toSeconds))
    .addOption(
      flag("--format <name>", "format of the answer (default: table on a terminal, else ndjson)").choices(FORMATS),
    )
    .action(query);
}

function toCount(text: string): number {
  return toWholeNumber(text, 1, Number.MAX_SAFE_INTEGER);
}

function toSeconds(text: string): number {
  return toWholeNumber(text, 1, 86_400);
}

async function query(sql: string, { db, timeout, format, ...options }: QueryFlags): Promise<void> {
  const statement = sql === "-" ? await readText(process.stdin) : sql;
  await using hoglet = await openForReading(db, timeout === undefined ? {} : { queryTimeoutMs: timeout * 1000 });
  const project = options.project ?? (await projectOfApp(hoglet));
  const result = await ask(hoglet.query(statement, { ...options, project }), options.project);
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

async function ask(answer: Promise<QueryResult>, project: number | undefined): Promise<QueryResult> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof HogletError && error.status === 404) {
      throw new Error(`There is no project ${project}. hoglet projects lists them.`, { cause: error });
    }
    throw error;
  }
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
