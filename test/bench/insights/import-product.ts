import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { BLOCK_SIZE } from "../../../lib/engines/columns/log/segment.ts";
import { BUILT_COMMAND, loadBuilt } from "./built.ts";

/** Ms between two checks of the columns, and ms without a change after which they count as complete. */
const LOOK_MS = 100;
const QUIET_MS = 30_000;

/** Milliseconds. */
export interface ImportTimes {
  /** `hoglet import`, Node's start included. */
  importMs: number;
  /** From then until the columns are complete. */
  projectMs: number;
  /** CPU time of both, which tells more on a busy machine. NaN on systems other than Linux. */
  cpuMs: number;
}

/** `hoglet import` of a file into a new database, then waits until its events stand in columns. */
export async function importProduct(ndjson: string, file: string): Promise<ImportTimes> {
  const start = performance.now();
  const cpuStartMs = cpuMs();
  const command = [BUILT_COMMAND, "import", ndjson, "--db", file];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`hoglet import failed: ${said}`);
  const importMs = performance.now() - start;
  const projectMs = await projectAll(file);
  return { importMs, projectMs, cpuMs: cpuMs() - cpuStartMs };
}

/** CPU time of this process and of those it started that have ended. */
function cpuMs(): number {
  try {
    // Times in hundredths of a second, after the name, which may hold blanks: user, system, and both of children.
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ").map(Number) ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Opens the database and lets its background work run. */
async function projectAll(file: string): Promise<number> {
  const { createHoglet } = await loadBuilt();
  const start = performance.now();
  const hoglet = await createHoglet({ file, deletionCron: "" });
  const db = new Database(file, { readonly: true });
  const last = Number(db.prepare("SELECT max(seq) FROM events").pluck().get());
  const inColumns = db.prepare("SELECT coalesce(sum(rows), 0) FROM segments").pluck();
  let [rows, changedAt] = [Number(inColumns.get()), start];
  // A block that is not full stays in the log.
  while (last - rows > BLOCK_SIZE && performance.now() - changedAt < QUIET_MS) {
    await sleep(LOOK_MS);
    const now = Number(inColumns.get());
    if (now === rows) continue;
    [rows, changedAt] = [now, performance.now()];
  }
  db.close();
  await hoglet.close();
  if (last - rows > BLOCK_SIZE) process.stdout.write(`${last - rows} events are in no column.\n`);
  return changedAt - start;
}
