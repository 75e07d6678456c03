import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { databaseFlag, openExisting } from "../database.ts";

/** `hoglet export`: the project as NDJSON on stdout. */
export function addExport(program: Command): void {
  program
    .command("export")
    .description("writes the project as NDJSON to stdout")
    .addOption(databaseFlag())
    .action(exportProject);
}

async function exportProject({ db }: { db?: string }): Promise<void> {
  await using hoglet = await openExisting(db);
  try {
    await pipeline(toPieces(hoglet.export()), process.stdout, { end: false });
  } catch (error) {
    // The reader has seen enough, as in `hoglet export | head`.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Characters written at once: a write for each line would take several times as long. */
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
