import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { toCsv } from "../../lib/index.ts";
import type { Hoglet, LeftRow } from "../../lib/index.ts";
import { databaseFlag } from "../database.ts";
import { insightTable } from "../export/insight.ts";
import { eventTable, linesOf, personTable } from "../export/tables.ts";
import type { Row, Table, TableOptions } from "../export/tables.ts";
import { openForReading } from "../open-for-reading.ts";
import { toSince } from "../since.ts";
import { choiceFlag, flag } from "../flag.ts";
import { printMessage, writeBytes, writePieces } from "../print.ts";

interface ExportFlags {
  db?: string;
  skipBad?: true;
  format: "ndjson" | "csv" | "parquet";
  what?: "events" | "persons" | "insight";
  since?: number;
  out?: string;
  excel?: true;
}

/** `hoglet export`: the project as NDJSON, or one table as NDJSON, CSV or Parquet, on stdout or into a file. */
export function addExport(program: Command): void {
  program
    .command("export")
    .description("writes the project as NDJSON, or its events, its persons or an insight as a table")
    .argument("[name]", "of the insight, or its id")
    .addOption(databaseFlag())
    .addOption(choiceFlag("--format <name>", "format of the output", ["ndjson", "csv", "parquet"]).default("ndjson"))
    .addOption(choiceFlag("--what <table>", "one table instead of the project", ["events", "persons", "insight"]))
    .addOption(
      flag("--since <time>", "events, or persons created, since then: 2024-03-01, or 7d, 12h").argParser(toSince),
    )
    .addOption(flag("-o, --out <file>", "write there instead of to stdout"))
    .addOption(flag("--excel", "of CSV: put ' before texts that a spreadsheet takes for formulas"))
    .addOption(flag("--skip-bad", "leave out damaged rows, and list them on stderr"))
    .action(exportProject);
}

async function exportProject(name: string | undefined, flags: ExportFlags, command: Command): Promise<void> {
  requireFitting(name, flags, command);
  await using hoglet = await openForReading(flags.db);
  const pieces = await toOutput(hoglet, name, flags);
  if (flags.out !== undefined) await pipeline(pieces, createWriteStream(flags.out));
  else if (flags.format === "parquet") await writeBytes(pieces);
  else await writePieces(pieces as AsyncIterable<string>);
}

/** Ends with the command's usage error when flags contradict each other. */
function requireFitting(name: string | undefined, flags: ExportFlags, command: Command): void {
  const { what, format, since, out, excel } = flags;
  const isTable = what === "events" || what === "persons";
  const fault = [
    (name === "events" || name === "persons") && what === undefined && `${name} are exported by --what ${name}.`,
    (what === "insight") !== (name !== undefined) &&
      "a name is that of an insight: --what insight <name>. A database is named by --db <file>.",
    what === undefined && format !== "ndjson" && `--format ${format} needs --what events, persons or insight.`,
    since !== undefined && !isTable && "--since is for --what events or persons.",
    excel === true && format !== "csv" && "--excel is for --format csv.",
    format === "parquet" && out === undefined && process.stdout.isTTY && "Parquet is no text: give --out <file>.",
  ].find((sentence) => typeof sentence === "string");
  if (typeof fault === "string") command.error(`error: ${fault}`);
}

async function toOutput(
  hoglet: Hoglet,
  name: string | undefined,
  { what, format, since, skipBad, excel }: ExportFlags,
): Promise<AsyncIterable<string | Uint8Array>> {
  const options: TableOptions = { sinceMs: since ?? null, skipBad: skipBad === true, onLeft: printLeft };
  if (what === undefined) return toPieces(hoglet.export({ skipBad: options.skipBad, onLeft: printLeft }));
  if (what !== "insight" && format === "ndjson") {
    return toPieces(linesOf(hoglet, what === "events" ? "event" : "person", options));
  }
  const table = await toTable(hoglet, { what, name: name ?? "", options });
  if (format === "ndjson") return toPieces(rowLines(table));
  if (format === "csv") {
    const columns = table.columns.map((column) => column.name);
    return toCsv(() => toTextPages(table), { escapeFormulas: excel === true, columns });
  }
  // The writer of Parquet is loaded only for Parquet.
  const { toParquet } = await import("../export/parquet.ts");
  return toParquet(table);
}

interface TableRequest {
  what: "events" | "persons" | "insight";
  name: string;
  options: TableOptions;
}

async function toTable(hoglet: Hoglet, { what, name, options }: TableRequest): Promise<Table> {
  if (what === "insight") return insightTable(hoglet, name);
  return what === "events" ? eventTable(hoglet, options) : personTable(hoglet, options);
}

async function* rowLines(table: Table): AsyncGenerator<string> {
  for await (const rows of table.pages()) for (const row of rows) yield JSON.stringify(row);
}

/** CSV has a column for each property of an event; those of its person would repeat in every row. */
async function* toTextPages(table: Table): AsyncGenerator<Row[]> {
  for await (const rows of table.pages()) yield rows.map(toTextRow);
}

function toTextRow(row: Row): Row {
  const cells = Object.entries(row)
    .filter(([key]) => key !== "person_properties")
    .map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]);
  return Object.fromEntries(cells) as Row;
}

function printLeft({ kind, name, id, reason }: LeftRow): void {
  if (name === "" && id === 0) return printMessage(`Left out: ${reason}`);
  printMessage(`Left out: ${kind} ${name} (${kind === "event" ? "seq" : "id"} ${id}): ${reason}`);
}

/** Characters written at once: a write for each line would take several times as long. More characters cost memory. */
const PIECE_CHARS = 64 * 1024;

async function* toPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = "";
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
