import { existsSync, rmSync } from "node:fs";
import type { Command } from "commander";
import { createHoglet, HogletError, isLoopbackHost } from "../../lib/index.ts";
import type { Hoglet, Recognised, SourceCounts } from "../../lib/index.ts";
import { databaseFile, openDatabase } from "../database.ts";
import { addImportFlags, toImportOptions } from "../import/flags.ts";
import type { ImportFlags } from "../import/flags.ts";
import { counted, toFoundSentence, toReadSentence, toResultSentences } from "../import/sentences.ts";
import { openSkippedFile } from "../import/skipped-file.ts";
import { createStepsView } from "../import/steps.ts";
import { createBar } from "../progress.ts";
import { printJson, printMessage } from "../print.ts";
import type { Readable } from "node:stream";

/** `hoglet import`: hoglet's own format, exports of other products, and tables; the counts as JSON on stdout. */
export function addImport(program: Command): void {
  const command = program
    .command("import")
    .description("reads events from a file, a folder or another product's export into the project")
    .argument("<source>", "a file, a folder, a URL of this machine, or - for stdin");
  addImportFlags(command).action(importSource);
}

async function importSource(name: string, flags: ImportFlags): Promise<void> {
  // Before the database is opened, so that a mistyped name does not create one.
  const source = await openNamed(name);
  if ("path" in source && !existsSync(source.path)) throw new Error(`There is no ${source.path}.`);
  if (flags.dryRun === true) return dryRun(source, flags);
  const file = databaseFile(flags.db);
  const isNew = !existsSync(file);
  const hoglet = await openDatabase({ file, useEmptyFile: flags.useEmptyFile === true });
  const created = { hoglet, file, isNew, isKept: !isNew };
  const dropOnSignal = () => void leave(created).then(() => process.exit(130));
  process.once("SIGINT", dropOnSignal).once("SIGTERM", dropOnSignal);
  try {
    await importInto(created, source, { name, flags });
  } catch (error) {
    // Events that were stored before a failure stay, so that the same command goes on.
    const mayHaveStored = flags.process === true && !(error instanceof HogletError && error.status === 400);
    if (mayHaveStored) keep(created);
    throw error;
  } finally {
    process.off("SIGINT", dropOnSignal).off("SIGTERM", dropOnSignal);
    await leave(created);
  }
}

/** A database that an import has created stays only when something is in it. */
interface Created {
  hoglet: Hoglet;
  file: string;
  isNew: boolean;
  isKept: boolean;
}

async function leave({ hoglet, file, isKept }: Created): Promise<void> {
  await hoglet.close();
  if (!isKept) for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/** Keeps the database, and prints its keys: no other command shows the keys of a database that an import has created. */
function keep(created: Created): void {
  if (created.isKept) return;
  created.isKept = true;
  printKeys(created.hoglet, created.file);
}

async function importInto(
  created: Created,
  source: NamedSource,
  { name, flags }: { name: string; flags: ImportFlags },
): Promise<void> {
  const steps = await createStepsView();
  const columns = await createColumnsBar();
  const skipped = openSkippedFile(flags.skipped ?? null, name);
  let isForeign = false;
  try {
    await created.hoglet.import(source, {
      ...toImportOptions(flags),
      onRecognised(found) {
        isForeign = found.from !== "hoglet";
        if (isForeign) printFound(found);
      },
      onBad: (bad) => (isForeign || flags.skipped !== undefined) && skipped.add(bad),
      onStep: steps.show,
      onRead(summary) {
        steps.stop();
        printMessage(toReadSentence(summary));
        keep(created);
      },
      // Reported now and not after the columns, so that a user who stops the command meanwhile knows that all is
      // stored.
      onStored(counts) {
        steps.stop();
        keep(created);
        if (isForeign) for (const sentence of toResultSentences(counts as SourceCounts)) printMessage(sentence);
        if (skipped.count > 0) printMessage(`${counted(skipped.count, "bad record")} in ${skipped.path}.`);
        printJson(counts);
      },
      onColumns: columns.update,
    });
  } finally {
    steps.stop();
    columns.stop();
    skipped.close();
  }
}

/** Prints the first events as they would be, one a line. No database is opened. */
async function dryRun(source: NamedSource, flags: ImportFlags): Promise<void> {
  await using hoglet = await createHoglet();
  const counts = await hoglet.import(source, { ...toImportOptions(flags), onRecognised: printFound });
  for (const event of counts.sample ?? []) printJson(event);
  if (counts.from === undefined) return;
  const { records = 0, events, made = 0, skipped = {}, bad_records: bad = 0 } = counts;
  const left = Object.entries(skipped).map(([reason, number]) => `${number} ${reason}`);
  if (bad > 0) left.push(counted(bad, "bad record"));
  const reasons = left.length === 0 ? "" : `, left out: ${left.join("; ")}`;
  printMessage(
    `${counted(records, "record")} would become ${counted(events, "event")} and ${counted(made, "link")} between ids${reasons}. Nothing is stored.`,
  );
}

function printFound(found: Recognised): void {
  printMessage(toFoundSentence(found));
  if (found.map !== null) printMessage(`Columns: --map "${found.map}"`);
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

function printKeys({ project, personalApiKey }: Hoglet, file: string): void {
  printMessage(`Created the database ${file}.`);
  printMessage(`  project token  ${project.api_token}`);
  if (personalApiKey !== null) printMessage(`  personal key   ${personalApiKey}   (shown only once: keep it)`);
}

/** The source of an import as the command line names it. */
type NamedSource = { path: string } | Readable | AsyncIterable<Uint8Array>;

/** Opens `-` (stdin), a URL of this machine, or the path of a file or folder. @throws Error for a URL of another machine, or an answer without contents */
async function openNamed(name: string): Promise<NamedSource> {
  if (name === "-") return process.stdin;
  if (!/^https?:\/\//.test(name)) return { path: name };
  if (!URL.canParse(name) || !isLoopbackHost(new URL(name).host)) {
    throw new Error(`${name} is not on this machine: download it first, and import the file.`);
  }
  // A redirect could leave this machine.
  const response = await fetch(name, { redirect: "error" });
  if (!response.ok || response.body === null) throw new Error(`${name} answers ${response.status}.`);
  return response.body as unknown as AsyncIterable<Uint8Array>;
}
