import type { Command } from "commander";
import type { DeletionProgress, DeletionRecord } from "../../lib/index.ts";
import { databaseFlag, openExisting } from "../database.ts";
import { openForReading } from "../open-for-reading.ts";
import { choiceFlag, deletionCronFlag, flag, jsonFlag } from "../flag.ts";
import { nextDeletionRun } from "../next-deletion-run.ts";
import { print, printJson, printMessage } from "../print.ts";
import { createBar } from "../progress.ts";
import { toTable } from "../table.ts";

interface DeletionFlags {
  db?: string;
  json?: true;
}

/** `hoglet deletions`: requests to delete data from a database, also while a server runs on it. */
export function addDeletions(program: Command): void {
  const deletions = program.command("deletions").description("lists queued deletions and runs them");
  deletions
    .command("list")
    .description("all requests, newest first, and when the next run is")
    .addOption(choiceFlag("--status <status>", "only these", ["pending", "running", "done"]))
    .addOption(deletionCronFlag())
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(list);
  deletions
    .command("request")
    .description("queues a deletion for the next run")
    .argument("<kind>", "event, events_by_name, events_before, person or project")
    .argument("[key]", "a uuid, a name or a date; nothing for a project")
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(request);
  deletions
    .command("run")
    .description("runs all waiting deletions now")
    .addOption(flag("--vacuum", "rewrite a file of any size; captures wait meanwhile"))
    .addOption(databaseFlag())
    .addOption(jsonFlag())
    .action(run);
}

interface ListFlags extends DeletionFlags {
  status?: DeletionRecord["status"];
  deletionCron?: string;
}

/** Rows of one page: the largest page. */
const PAGE = 1000;

async function list({ db, json, status, deletionCron }: ListFlags): Promise<void> {
  await using hoglet = await openForReading(db, { ...(deletionCron !== undefined && { deletionCron }) });
  const rows: DeletionRecord[] = [];
  for (;;) {
    const query = { project: null, limit: PAGE, offset: rows.length, ...(status !== undefined && { status }) };
    const { results } = await hoglet.deletions.list(query);
    rows.push(...results);
    if (results.length < PAGE) break;
  }
  if (json) return printJson(rows);
  for (const line of toLines(rows)) print(line);
  printMessage(`Next run: ${await nextDeletionRun(hoglet)}.`);
}

async function request(kind: string, key: string | undefined, { db, json }: DeletionFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  // The handle checks the kind.
  const wanted = { kind: kind as Exclude<DeletionRecord["kind"], "person_profile">, ...(key !== undefined && { key }) };
  const record = await hoglet.deletions.request(wanted);
  if (json) printJson(record);
  else for (const line of toLines([record])) print(line);
}

async function run({ db, json, vacuum }: DeletionFlags & { vacuum?: true }): Promise<void> {
  await using hoglet = await openExisting(db);
  const progress = await openProgress();
  try {
    const finished = await hoglet.deletions.runNow({ vacuum: vacuum === true, onProgress: progress.update });
    progress.stop();
    if (json) printJson(finished);
    else for (const line of toLines(finished)) print(line);
  } finally {
    progress.stop();
  }
}

async function openProgress(): Promise<{ update(progress: DeletionProgress): void; stop(): void }> {
  const bar = await createBar("{bar} {value} of {total} events");
  let isStarted = false;
  return {
    update({ events, of }) {
      if (!isStarted) bar.start(of, events);
      isStarted = true;
      bar.setTotal(of);
      bar.update(events);
    },
    stop: () => bar.stop(),
  };
}

function toLines(rows: readonly DeletionRecord[]): string[] {
  return toTable([
    ["ID", "PROJECT", "KIND", "KEY", "STATUS", "REQUESTED", "VERIFIED", "EVENTS"],
    ...rows.map((row) => [
      String(row.id),
      String(row.project_id),
      row.kind,
      row.key,
      row.status,
      row.created_at,
      row.delete_verified_at ?? "not yet",
      String(row.receipt?.deleted["events"] ?? ""),
    ]),
  ]);
}
