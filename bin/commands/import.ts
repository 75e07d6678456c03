import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Command } from "commander";
import type { Hoglet } from "../../lib/index.ts";
import { databaseFile, databaseFlag, openDatabase, useEmptyFileFlag } from "../database.ts";
import { flag } from "../flag.ts";
import { createBar, createProgress } from "../progress.ts";
import { printJson, printMessage } from "../print.ts";

interface ImportFlags {
  db?: string;
  persons?: "create" | "given";
  skipBad?: true;
  process?: true;
  useEmptyFile?: true;
}

/** `hoglet import`: NDJSON into the project; the counts as JSON on stdout. */
export function addImport(program: Command): void {
  program
    .command("import")
    .description("reads NDJSON into the project, all or nothing")
    .argument("<file>", "- = stdin")
    .addOption(databaseFlag())
    .addOption(flag("--persons <mode>", "create persons for unknown distinct ids, or not").choices(["create", "given"]))
    .addOption(flag("--skip-bad", "keep valid lines, and list bad lines"))
    .addOption(flag("--process", "send events through the capture pipeline").conflicts("persons"))
    .addOption(useEmptyFileFlag())
    .action(importFile);
}

async function importFile(name: string, flags: ImportFlags): Promise<void> {
  // Before the database is opened, so that a mistyped name does not create one.
  const { stream, sizeBytes } = await openSource(name);
  const file = databaseFile(flags.db);
  const isNew = !existsSync(file);
  await using hoglet = await openDatabase({ file, useEmptyFile: flags.useEmptyFile === true });
  if (isNew) printKeys(hoglet, file);
  const progress = await createProgress(sizeBytes);
  const columns = await createColumnsBar();
  try {
    await hoglet.import(stream, {
      skipBad: flags.skipBad === true,
      process: flags.process === true,
      ...(flags.persons !== undefined && { persons: flags.persons }),
      onProgress: (soFar) => progress.update(linesOf(soFar), bytesRead(stream)),
      // Reported now and not after the columns, so that a user who stops the command meanwhile knows that all is
      // stored.
      onStored(counts) {
        progress.stop();
        printJson(counts);
      },
      onColumns: columns.update,
    });
  } finally {
    progress.stop();
    columns.stop();
  }
}

/** Shows the progress of the columns, from the first block on. */
async function createColumnsBar(): Promise<{ update(progress: ColumnsProgress): void; stop(): void }> {
  const bar = await createBar("{bar} {value} of {total} blocks in columns (you can stop: the next start continues)");
  let isStarted = false;
  return {
    update({ wanted, stored }) {
      if (!isStarted && stored < wanted) {
        bar.start(wanted, stored);
        isStarted = true;
      }
      if (isStarted) bar.update(stored);
    },
    stop: () => bar.stop(),
  };
}

interface ColumnsProgress {
  wanted: number;
  stored: number;
}

async function openSource(name: string): Promise<{ stream: Readable; sizeBytes: number | null }> {
  if (name === "-") return { stream: process.stdin, sizeBytes: null };
  const handle = await open(name);
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new Error(`${name} is a folder.`);
  }
  return { stream: handle.createReadStream(), sizeBytes: stats.isFile() ? stats.size : null };
}

function linesOf({ projects, persons, events, groups, cohorts, actions }: Awaited<ReturnType<Hoglet["import"]>>) {
  return projects + persons + events + groups + cohorts + actions;
}

function bytesRead(stream: Readable): number {
  return "bytesRead" in stream ? Number(stream.bytesRead) : 0;
}

/** Prints the keys: an import may create the database, and then no other command shows its key. */
function printKeys({ project, personalApiKey }: Hoglet, file: string): void {
  printMessage(`Created the database ${file}.`);
  printMessage(`  project token  ${project.api_token}`);
  if (personalApiKey !== null) printMessage(`  personal key   ${personalApiKey}   (shown only once: keep it)`);
}
