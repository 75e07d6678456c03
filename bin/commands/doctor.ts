import type { Command } from "commander";
import { checkFile } from "../../lib/index.ts";
import type { Checked, CheckProgress, Finding } from "../../lib/index.ts";
import { alsoDatabaseFlag, existingFile, openExisting } from "../database.ts";
import { flag, jsonFlag } from "../flag.ts";
import { print } from "../print.ts";
import { createBar } from "../progress.ts";
import { toTable } from "../table.ts";

interface DoctorFlags {
  db?: string;
  repair?: true;
  json?: true;
  blocks?: number;
}

/** Exit code: the check found an error. */
const FAILED = 1;

/** `hoglet doctor`: checks a database, also beside a running server, and also a database that cannot be opened. */
export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("checks a database and says what to do; exit code 1 when something is wrong")
    .argument("[file]", "the database (default: hoglet.db; also HOGLET_FILE)")
    .addOption(alsoDatabaseFlag())
    .addOption(flag("--repair", "rebuild derived data: columns, indexes"))
    .addOption(
      flag("--blocks <count>", "number of blocks to compare with the event log (default: all)").argParser(Number),
    )
    .addOption(jsonFlag())
    .action(doctor);
}

async function doctor(file: string | undefined, { db, repair, json, blocks }: DoctorFlags): Promise<void> {
  const given = file ?? db;
  const progress = await openProgress();
  try {
    const options = { onProgress: progress.update, ...(blocks !== undefined && { blocks }) };
    const checked =
      repair === true
        ? await repairFile(given, options)
        : { ...(await checkFile(existingFile(given), options)), repaired: [] };
    progress.stop();
    if (json) print(JSON.stringify(checked));
    else for (const line of toLines(checked)) print(line);
    if (!checked.ok) process.exitCode = FAILED;
  } finally {
    progress.stop();
  }
}

async function repairFile(given: string | undefined, options: object): Promise<Checked> {
  await using hoglet = await openExisting(given);
  // Awaited here, before the handle is closed.
  return await hoglet.check({ ...options, repair: true });
}

async function openProgress(): Promise<{ update(progress: CheckProgress): void; stop(): void }> {
  const bar = await createBar("{bar} {value} of {total}: {what}");
  let isStarted = false;
  return {
    update({ done, of, what }) {
      if (!isStarted) bar.start(of, done, { what });
      isStarted = true;
      bar.update(done, { what });
    },
    stop: () => bar.stop(),
  };
}

function toLines({ ok, findings, repaired, schema, sizes, counts, blocks, pending }: Checked): string[] {
  const parts = Object.entries(sizes.parts ?? {}).map(([part, bytes]) => [
    `  ${part.replaceAll("_", " ")}`,
    toSize(bytes),
  ]);
  const rows = [
    ["schema", schema === null ? "cannot be read" : `${schema.version} of ${schema.newest}`],
    ["file", toSize(sizes.file_bytes)],
    ...parts,
    ["write-ahead log", toSize(sizes.wal_bytes)],
    ...Object.entries({ ...counts }).map(([name, count]) => [name, String(count)]),
    ...(blocks === null
      ? []
      : [["blocks in columns", `${blocks.stored} of ${blocks.full}, ${blocks.compared} compared`]]),
    ...Object.entries({ ...pending }).map(([name, count]) => [`waiting: ${name.replaceAll("_", " ")}`, String(count)]),
  ];
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return [
    ...toTable(rows),
    ...repaired.map(({ message }) => `repaired: ${message}`),
    ...findings.flatMap(toParagraph),
    ok ? "No error was found." : errors === 1 ? "1 error was found." : `${errors} errors were found.`,
  ];
}

function toParagraph({ severity, message, advice }: Finding): string[] {
  return [`${severity}: ${message}`, `  ${advice}`];
}

function toSize(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
