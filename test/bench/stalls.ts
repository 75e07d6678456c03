import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { tempFolder } from "../support/temp-folder.ts";
import { ATTACKS } from "./attacks.ts";
import type { Attack } from "./attacks.ts";
import type { Neighbour } from "./neighbour-probe.ts";
import { fillScenes, SCENE_KEY, SCENES } from "./stall-scenes.ts";
import type { Ask, Scene, SceneSizes } from "./stall-scenes.ts";
import type { Cost } from "./stalls-server.ts";

/** The goal beside every scene of long work. */
const SCENE_GOAL = { stallMs: 50, livenessMs: 200, captureMs: 250, refused: 0 };

/** The goal for every attack; the row of an attack that misses it says so. */
const GOAL = { cpuMs: 250, livenessMs: 200, grownBytes: 150e6 };

/** Other work on the machine only adds to a measurement, so a row that misses is measured again, this often in all. */
const TRIES = 3;

/** A request that is answered before, so that the code is compiled and the tables are known. */
const WARM_UP = Buffer.from('{"api_key":"phc_bench","event":"a","distinct_id":"u"}');

/**
 * Long work, and attacks with bodies, each beside a neighbour: the longest stand of the main thread, the slowest `/_liveness`, the slowest
 * capture. A row says `ok`, or what it misses; the exit code is 1 when a row misses.
 *
 * Scenes run one after the other on one server over a log of `--events` (1,000,000) in no order of time, beside an import of `--imported`
 * (500,000) and endless work of `--seconds` (20): 50 ms, 200 ms, 250 ms, and no capture is refused.
 * Attacks have a server each, alone and four at once: 250 ms of processor time (a request that is meant well and read may take more),
 * 200 ms, 150 MB.
 * `--only <text>` takes the rows whose name has it.
 */
export async function benchStalls(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string", default: "" },
      events: { type: "string", default: "1000000" },
      imported: { type: "string", default: "500000" },
      seconds: { type: "string", default: "20" },
    },
  });
  const sizes = { events: Number(values.events), imported: Number(values.imported), seconds: Number(values.seconds) };
  const missed = [...(await benchScenes(values.only, sizes)), ...(await benchAttacks(values.only))];
  process.stdout.write(missed.length === 0 ? "all rows are ok\n" : `missed by ${missed.length} rows\n`);
  if (missed.length > 0) process.exitCode = 1;
}

/** Runs the scenes. @returns the names of those that miss their goals */
async function benchScenes(only: string, sizes: SceneSizes): Promise<string[]> {
  const scenes = SCENES.filter(({ name }) => name.includes(only));
  if (scenes.length === 0) return [];
  const folder = tempFolder();
  const file = folder.file("hoglet.db");
  await fillScenes(file, sizes);
  const server = await startServer(file);
  const ask: Ask = (path, { body, signal } = {}) => {
    const headers = { authorization: `Bearer ${SCENE_KEY}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { method: "POST", body: body as BodyInit, duplex: "half" };
    return fetch(`${server.url}/api/projects/1/${path}`, { headers, ...sent, ...(signal && { signal }) });
  };
  const probe = startScript("neighbour-probe.ts", server.url, "phc_bench");
  // The first answers are those of a process that starts.
  await probe.ask();
  const missed: string[] = [];
  for (const scene of scenes) {
    const misses = await runScene(scene, sizes, { server, ask, probe });
    if (misses.length > 0) missed.push(scene.name);
  }
  probe.stop();
  server.stop();
  folder.remove();
  return missed;
}

interface Stage {
  server: Server;
  ask: Ask;
  probe: { ask(): Promise<string> };
}

async function runScene(scene: Scene, sizes: SceneSizes, { server, ask, probe }: Stage): Promise<string[]> {
  await probe.ask();
  await server.cost();
  const startMs = performance.now();
  const error = await scene.run(ask, sizes).then(
    () => "",
    (reason: unknown) => ` ${String(reason)}`,
  );
  const seconds = (performance.now() - startMs) / 1000;
  const { stallMs, cpuMs } = await server.cost();
  const { livenessMs, captureMs, refused } = JSON.parse(await probe.ask()) as Neighbour;
  const measured = { stallMs, livenessMs, captureMs, refused };
  const fields = Object.keys(SCENE_GOAL) as (keyof typeof SCENE_GOAL)[];
  const misses: string[] = fields.filter((field) => measured[field] > SCENE_GOAL[field]);
  if (error !== "") misses.push(`ANSWER${error}`);
  process.stdout.write(
    `${scene.name.padEnd(42)} ${seconds.toFixed(1).padStart(6)} s  cpu ${(cpuMs / 1000).toFixed(1).padStart(5)} s  ` +
      `stall ${stallMs.toFixed(0).padStart(4)} ms  liveness ${livenessMs.toFixed(0).padStart(4)} ms  ` +
      `capture ${captureMs.toFixed(0).padStart(4)} ms  refused ${refused}  ` +
      `${misses.length === 0 ? "ok" : `MISSES ${misses.join(", ")}`}\n`,
  );
  return misses;
}

/** Runs the attacks. @returns the names of those that miss their goals */
async function benchAttacks(only: string): Promise<string[]> {
  const missed: string[] = [];
  for (const attack of ATTACKS.filter(({ name }) => name.includes(only))) {
    const body = attack.body();
    for (const count of [1, 4]) {
      let measured = await measure(attack, body, count);
      for (let again = 1; again < TRIES && missesOf(measured).length > 0; again++) {
        measured = await measure(attack, body, count);
      }
      const misses = missesOf(measured);
      if (misses.length > 0) missed.push(`${count} × ${attack.name}`);
      process.stdout.write(toRow(`${count} × ${attack.name}`, measured, misses));
    }
  }
  return missed;
}

interface Measured {
  statuses: string[];
  /** Processor time of one request. */
  cpuMs: number;
  stallMs: number;
  livenessMs: number;
  grownBytes: number;
}

async function measure(attack: Attack, body: Uint8Array, count: number): Promise<Measured> {
  const folder = tempFolder();
  const server = await startServer(folder.file("hoglet.db"));
  await send(server, { ...attack, path: "/e", headers: {} }, WARM_UP);
  const probe = startScript("neighbour-probe.ts", server.url);
  // The first answers are those of a process that starts.
  await probe.ask();
  await probe.ask();
  const before = await server.cost();
  const statuses = await Promise.all(Array.from({ length: count }, () => send(server, attack, body)));
  const { livenessMs } = JSON.parse(await probe.ask()) as Neighbour;
  const after = await server.cost();
  probe.stop();
  server.stop();
  folder.remove();
  const cpuMs = after.cpuMs / count;
  const grownBytes = after.peakBytes - before.nowBytes;
  return { statuses: [...new Set(statuses)], cpuMs, stallMs: after.stallMs, livenessMs, grownBytes };
}

function missesOf({ statuses, cpuMs, livenessMs, grownBytes }: Measured): string[] {
  const isRead = statuses.every((status) => status.startsWith("2"));
  const isAnswered = statuses.every((status) => /^[24]|503/.test(status));
  return [
    ...(isAnswered ? [] : ["ANSWER"]),
    ...(isRead || cpuMs <= GOAL.cpuMs ? [] : ["CPU"]),
    ...(livenessMs <= GOAL.livenessMs ? [] : ["LIVENESS"]),
    ...(grownBytes <= GOAL.grownBytes ? [] : ["MEMORY"]),
  ];
}

function toRow(name: string, measured: Measured, misses: readonly string[]): string {
  const { statuses, cpuMs, stallMs, livenessMs, grownBytes } = measured;
  return (
    `${name.padEnd(42)} ${statuses.join("/").padEnd(9)} ` +
    `cpu ${cpuMs.toFixed(0).padStart(5)} ms  stall ${stallMs.toFixed(0).padStart(5)} ms  ` +
    `liveness ${livenessMs.toFixed(0).padStart(5)} ms  memory +${(grownBytes / 1e6).toFixed(0).padStart(3)} MB  ` +
    `${misses.length === 0 ? "ok" : `MISSES ${misses.join(", ")}`}\n`
  );
}

interface Server {
  url: string;
  key: string;
  cost(): Promise<Cost>;
  stop(): void;
}

async function send({ url, key }: Server, { path, headers, keyed }: Attack, body: Uint8Array): Promise<string> {
  const sent = { ...headers, ...(keyed && { authorization: `Bearer ${key}` }) };
  try {
    const reply = await fetch(url + path, { method: "POST", headers: sent, body: body as BodyInit });
    await reply.arrayBuffer();
    return String(reply.status);
  } catch {
    return "gone";
  }
}

async function startServer(file: string): Promise<Server> {
  const script = startScript("stalls-server.ts", file);
  const [port = "", key = ""] = (await script.line()).split(" ");
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    cost: async () => JSON.parse(await script.ask()) as Cost,
    stop: script.stop,
  };
}

/** A script of this folder in a separate process, which answers lines with lines. */
function startScript(name: string, ...given: string[]) {
  const script = new URL(name, import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", script, ...given], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value ?? "");
  const ask = () => {
    child.stdin.write("\n");
    return line();
  };
  return { line, ask, stop: () => void child.kill() };
}
