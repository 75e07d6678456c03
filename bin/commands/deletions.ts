import type { Command } from "commander";
import type { DeletionProgress, DeletionRecord } from "../../lib/index.ts";
import { openExisting } from "../database.ts";
import { choiceFlag, deletionCronFlag, flag, jsonFlag } from "../flag.ts";
import { toNextRun } from "../next-run.ts";
import { print, printJson, printMessage } from "../print.ts";
import { createBar } from "../progress.ts";
import { addPlace, addSource, chooseUrl, openSource } from "../source.ts";
import type { SourceFlags } from "../source.ts";
import { toTable } from "../table.ts";

interface DeletionFlags extends SourceFlags {
  json?: true;
}

/** `hoglet deletions`: requests to delete data from a database or of a running server. */
export function addDeletions(program: Command): void {
  const deletions = program.command("deletions").description("lists queued deletions and runs them");
  const add = (name: string, description: string) => deletions.command(name).description(description);
  addPlace(add("list", "all requests, newest first, and when the next run is"))
    .addOption(choiceFlag("--status <status>", "only these", ["pending", "running", "done"]))
    .addOption(deletionCronFlag())
    .addOption(jsonFlag())
    .action(list);
  addSource(add("request", "queues a deletion for the next run"))
    .argument("<kind>", "event, events_by_name, events_before, person or project")
    .argument("[key]", "a uuid, a name or a date; nothing for a project")
    .addOption(jsonFlag())
    .action(request);
  addPlace(add("run", "runs all waiting deletions now"))
    .addOption(flag("--vacuum", "rewrite a file of any size; captures wait meanwhile"))
    .addOption(jsonFlag())
    .action(run);
}

interface ListFlags extends DeletionFlags {
  status?: DeletionRecord["status"];
  deletionCron?: string;
}

/** A page of deletions, as HTTP has it. */
interface Deletions {
  results: DeletionRecord[];
  next_run_at: string | null;
  waiting: number;
}

/** Any project: the list and the run are of all. */
const DELETIONS = "/api/projects/@current/deletions/";

/** Rows of one page: the largest page. */
const PAGE = 1000;

async function list({ json, status, deletionCron, ...flags }: ListFlags, command: Command): Promise<void> {
  const isServer = chooseUrl(flags, command) !== undefined;
  if (isServer && command.getOptionValueSource("deletionCron") === "cli")
    command.error("error: --deletion-cron is of a database: a server has its own schedule.");
  const options = { ...(deletionCron !== undefined && { deletionCron }) };
  await using api = await openSource({ project: 1, ...flags }, command, { options });
  const rows: DeletionRecord[] = [];
  for (;;) {
    const query = `?all_projects=true&limit=${PAGE}&offset=${rows.length}${status === undefined ? "" : `&status=${status}`}`;
    const { results, next_run_at: nextAt, waiting } = await api.at<Deletions>(`${DELETIONS}${query}`);
    rows.push(...results);
    if (results.length === PAGE) continue;
    if (json) return printJson(rows);
    for (const line of toLines(rows)) print(line);
    return printMessage(`Next run: ${toNextRun(nextAt, waiting)}.`);
  }
}

async function request(kind: string, key: string | undefined, flags: DeletionFlags, command: Command): Promise<void> {
  // The handle or the server checks the kind.
  const wanted = { kind: kind as Exclude<DeletionRecord["kind"], "person_profile">, ...(key !== undefined && { key }) };
  if (chooseUrl(flags, command) === undefined) {
    await using hoglet = await openExisting(flags.db);
    const project = flags.project ?? hoglet.project.id;
    return report(await hoglet.deletions.request({ ...wanted, project }), flags);
  }
  await using api = await openSource(flags, command);
  report(await api.post<DeletionRecord>("/deletions/", wanted), flags);
}

async function run({ vacuum, ...flags }: DeletionFlags & { vacuum?: true }, command: Command): Promise<void> {
  if (chooseUrl(flags, command) === undefined) return report(await runHere(flags.db, vacuum === true), flags);
  if (vacuum) command.error("error: --vacuum is of a database.");
  await using api = await openSource({ project: 1, ...flags }, command);
  const { results } = await api.at<Pick<Deletions, "results">>(`${DELETIONS}run/`, {});
  report(results, flags);
}

async function runHere(db: string | undefined, vacuum: boolean): Promise<DeletionRecord[]> {
  await using hoglet = await openExisting(db);
  const progress = await openProgress();
  try {
    return await hoglet.deletions.runNow({ vacuum, onProgress: progress.update });
  } finally {
    progress.stop();
  }
}

function report(found: DeletionRecord | DeletionRecord[], { json }: DeletionFlags): void {
  if (json) printJson(found);
  else for (const line of toLines([found].flat())) print(line);
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
