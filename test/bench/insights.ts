import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./insights/built.ts";
import { makeDataset } from "./insights/dataset.ts";
import type { Dataset } from "./insights/dataset.ts";
import { ENGINES } from "./insights/engines/index.ts";
import type { EngineName } from "./insights/engines/index.ts";
import { HOW_TO_INSTALL } from "./insights/engines/peer-package.ts";
import { importProduct } from "./insights/import-product.ts";
import type { ImportTimes } from "./insights/import-product.ts";
import { requireEqual } from "./insights/question.ts";
import { QUESTIONS } from "./insights/questions/index.ts";
import { formatReport } from "./insights/report.ts";
import type { EngineReport } from "./insights/report.ts";
import { runJob } from "./insights/run-job.ts";
import { count } from "./measure.ts";

/** Events up to which plain SQL takes part by default: it takes seconds for each question. */
const SQLITE_EVENTS = 2_000_000;

const FLAGS = {
  events: { type: "string", default: "2000000" },
  seed: { type: "string", default: "1" },
  rounds: { type: "string", default: "9" },
  /** Names of engines, with commas between them. */
  engines: { type: "string" },
  /** Ids of questions, with commas between them. */
  only: { type: "string" },
  /** Takes the product's database of the run before instead of importing again. */
  reuse: { type: "boolean", default: false },
  /** Measures `dist` as it is instead of building first. */
  built: { type: "boolean", default: false },
} as const;

/**
 * Every insight over `--events` events (2 M; several numbers with commas are so many runs) by the product's handle,
 * ClickHouse, DuckDB and (to 2 M) plain SQLite, each in a process of its own, one after the other. Nothing is printed before
 * all agree on every number. `--seed`, `--rounds`, `--engines hoglet,duckdb`, `--only lifecycle,funnel`, `--reuse`,
 * `--built`.
 *
 * The data set and the peers' databases stay in the folder for temporary files, under
 * `hoglet-bench-insights/<events>-<seed>`, for the next run: delete it after changing how they are made.
 */
export async function benchInsights(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({ args, options: FLAGS });
  const known = QUESTIONS.map(({ id }) => id);
  requireKnown("question", flags.only, known);
  const ids = known.filter((id) => flags.only?.split(",").includes(id) ?? true);
  for (const events of flags.events.split(",").map(Number)) {
    const names = pickEngines(flags.engines, events);
    if (names.includes("hoglet") && !flags.built) {
      say("Building …");
      await build();
    }
    say(`Making ${count(events)} events …`);
    const dataset = makeDataset(events, Number(flags.seed));
    const reports: EngineReport[] = [];
    for (const name of names) {
      reports.push(await measure(name, dataset, { ids, rounds: Number(flags.rounds), reuse: flags.reuse }));
    }
    requireAgreement(reports);
    process.stdout.write(formatReport(events, ids, reports));
    if (names.includes("hoglet")) process.stdout.write(await measureDelay(join(dataset.folder, "hoglet"), ids));
  }
}

async function measure(
  name: EngineName,
  dataset: Dataset,
  { ids, rounds, reuse }: { ids: string[]; rounds: number; reuse: boolean },
): Promise<EngineReport> {
  say(`Loading ${name} …`);
  const path = join(dataset.folder, name);
  const times = name === "hoglet" ? await loadProduct(dataset, path, reuse) : await loadPeer(name, path, dataset);
  say(`Asking ${name} …`);
  const warm = await runJob({ engine: name, path, kind: "warm", ids, rounds });
  const coldMs: Record<string, number> = {};
  for (const { id, form } of warm.questions) {
    coldMs[id] = (await runJob({ engine: name, path, kind: "cold", id, form })).coldMs;
  }
  return { name, ...warm, coldMs, sizeBytes: sizeOf(path), ...(times !== undefined && { times }) };
}

function pickEngines(wanted: string | undefined, events: number): EngineName[] {
  const names = Object.keys(ENGINES) as EngineName[];
  requireKnown("engine", wanted, names);
  const picked = names.filter(
    (name) => wanted?.split(",").includes(name) ?? (name !== "sqlite" || events <= SQLITE_EVENTS),
  );
  const missing = picked.filter((name) => !ENGINES[name].isInstalled());
  if (missing.length > 0) say(`Not installed: ${missing.join(", ")}; to measure them too: ${HOW_TO_INSTALL}`);
  return picked.filter((name) => ENGINES[name].isInstalled());
}

/** @throws Error with the unknown name and the known names */
function requireKnown(kind: string, wanted: string | undefined, known: readonly string[]): void {
  const unknown = wanted?.split(",").filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`No ${kind} ${unknown.join(", ")}; there are ${known.join(", ")}.`);
}

/** Into a new database, unless the last run's is wanted and there. */
async function loadProduct(dataset: Dataset, path: string, reuse: boolean): Promise<ImportTimes | undefined> {
  if (reuse && existsSync(path)) return undefined;
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  return importProduct(dataset.ndjson, path);
}

/** Peers keep their databases, so loading is not measured. A database gets its name when it is complete. */
async function loadPeer(engine: EngineName, path: string, dataset: Dataset): Promise<undefined> {
  if (existsSync(path)) return;
  const making = `${path}.making`;
  rmSync(making, { recursive: true, force: true });
  await runJob({ engine, path: making, kind: "load", dataset });
  renameSync(making, path);
}

/** On a copy, since events are captured meanwhile. */
async function measureDelay(path: string, ids: string[]): Promise<string> {
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  const { line } = await runJob({ engine: "hoglet", path: copy, kind: "delay", ids });
  for (const suffix of ["", "-wal", "-shm"]) rmSync(copy + suffix, { force: true });
  return line;
}

/** @throws Error naming the first question that two engines answer differently */
function requireAgreement(reports: readonly EngineReport[]): void {
  const [first, ...others] = reports;
  for (const { name, questions } of others) {
    for (const { id, rows } of questions) {
      const expected = first?.questions.find((question) => question.id === id);
      if (expected !== undefined) requireEqual(`${id} by ${name} (against ${first?.name})`, rows, expected.rows);
    }
  }
}

/** Bytes of a file with its companions, or of all files in a folder. */
function sizeOf(path: string): number {
  if (statSync(path).isDirectory()) {
    const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  }
  return [path, `${path}-wal`].reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
