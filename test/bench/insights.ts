import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { askInterleaved } from "./insights/ask-interleaved.ts";
import type { Measured } from "./insights/ask-interleaved.ts";
import { build } from "./insights/built.ts";
import { makeDataset } from "./insights/dataset.ts";
import type { Dataset } from "./insights/dataset.ts";
import { ENGINES } from "./insights/engines/index.ts";
import type { EngineName } from "./insights/engines/index.ts";
import { HOW_TO_INSTALL } from "./insights/engines/peer-package.ts";
import { importProduct } from "./insights/import-product.ts";
import type { ImportTimes } from "./insights/import-product.ts";
import { QUESTIONS } from "./insights/questions/index.ts";
import { formatReport } from "./insights/report.ts";
import type { EngineReport } from "./insights/report.ts";
import { runJob } from "./insights/run-job.ts";
import { SHAPES } from "./insights/world.ts";
import { count } from "./measure.ts";

/** Engines that are asked by default. Plain SQLite takes seconds for each question. */
const USUAL_ENGINES: readonly EngineName[] = ["hoglet", "clickhouse", "duckdb"];

/** The ends of names of a database and of what lies beside it. */
const FILES = ["", "-wal", "-shm", "-actors-1"];

const FLAGS = {
  events: { type: "string", default: "2000000" },
  seed: { type: "string", default: "1" },
  /** The kind of addresses: plain, urls. */
  shape: { type: "string", default: "plain" },
  /** Askings after the cold one. */
  rounds: { type: "string", default: "7" },
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
 * Every insight over `--events` events (2 M; several numbers with commas are so many runs) as its users meet it: each
 * question in a new process of the product's handle, of ClickHouse and of DuckDB (`--engines hoglet,sqlite` for others), once
 * cold, then `--rounds` times in turn with the other engines. Nothing is printed before all agree on every number. `--seed`,
 * `--shape urls` (200,000 addresses), `--only lifecycle,funnel`, `--reuse`, `--built`.
 *
 * The data set and the peers' databases stay in the folder for temporary files, under
 * `hoglet-bench-insights/<events>-<seed>[-urls]`, for the next run: delete it after changing how they are made.
 */
export async function benchInsights(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({ args, options: FLAGS });
  const known = QUESTIONS.map(({ id }) => id);
  requireKnown("question", flags.only, known);
  const ids = known.filter((id) => flags.only?.split(",").includes(id) ?? true);
  requireKnown("shape", flags.shape, SHAPES);
  const shape = SHAPES.find((one) => one === flags.shape);
  for (const events of flags.events.split(",").map(Number)) {
    const names = pickEngines(flags.engines);
    if (names.includes("hoglet") && !flags.built) {
      say("Building …");
      await build();
    }
    say(`Making ${count(events)} events …`);
    const dataset = makeDataset(events, Number(flags.seed), shape);
    const reports = new Map<EngineName, EngineReport>();
    for (const name of names) reports.set(name, await load(name, dataset, flags.reuse));
    const places = names.map((name) => ({ name, path: join(dataset.folder, name) }));
    for (const id of ids) {
      say(`Asking ${id} …`);
      const measured: Map<EngineName, Measured> = await askInterleaved(id, places, Number(flags.rounds));
      for (const [name, own] of measured) reports.get(name)?.questions.set(id, own);
    }
    process.stdout.write(formatReport(events, ids, [...reports.values()]));
    if (names.includes("hoglet")) process.stdout.write(await measureDelay(join(dataset.folder, "hoglet"), ids));
  }
}

/** Fills an engine's database, where it is not there yet. */
async function load(name: EngineName, dataset: Dataset, reuse: boolean): Promise<EngineReport> {
  say(`Loading ${name} …`);
  const path = join(dataset.folder, name);
  const times = name === "hoglet" ? await loadProduct(dataset, path, reuse) : await loadPeer(name, path, dataset);
  return { name, questions: new Map(), sizeBytes: sizeOf(path), ...(times !== undefined && { times }) };
}

function pickEngines(wanted: string | undefined): EngineName[] {
  const names = Object.keys(ENGINES) as EngineName[];
  requireKnown("engine", wanted, names);
  const picked = names.filter((name) => (wanted?.split(",") ?? USUAL_ENGINES).includes(name));
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
  for (const suffix of FILES) rmSync(path + suffix, { force: true });
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
  for (const suffix of FILES) rmSync(copy + suffix, { force: true });
  return line;
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
