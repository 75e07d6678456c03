import type { Command } from "commander";
import type { LeftRow } from "../../lib/index.ts";
import { databaseFlag } from "../database.ts";
import { openForReading } from "../open-for-reading.ts";
import { flag } from "../flag.ts";
import { printMessage, writePieces } from "../print.ts";

/** `hoglet export`: the project as NDJSON on stdout. */
export function addExport(program: Command): void {
  program
    .command("export")
    .description("writes the project as NDJSON to stdout")
    .addOption(databaseFlag())
    .addOption(flag("--skip-bad", "leave out damaged rows, and list them on stderr"))
    .action(exportProject);
}

async function exportProject({ db, skipBad }: { db?: string; skipBad?: true }): Promise<void> {
  await using hoglet = await openForReading(db);
  await writePieces(toPieces(hoglet.export({ skipBad: skipBad === true, onLeft: printLeft })));
}

function printLeft({ kind, name, id, reason }: LeftRow): void {
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
