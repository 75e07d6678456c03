import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { toNodeHandler } from "h3";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createHoglet } from "../../lib/index.ts";
import { PUPPET } from "../plugins/run/plugin-hoglet.ts";
import { ATTACKS } from "../security/plugin-attacks.ts";

/** How often the neighbour asks, in ms. */
const EVERY_MS = 20;
const ROUNDS = 20;

/** The longest answer that a neighbour may wait for, and how much memory an attack may leave behind. */
const GOAL = { answerMs: 200, keptMb: 150 };

/** Other work on the machine only adds to a measurement, so a row that misses is measured again, this often in all. */
const TRIES = 3;

interface Look {
  /** The longest turn of the main thread's event loop since the look before, in ms of its own computing. */
  turnMs: number;
  rssMb: number;
}

/**
 * The effect of an attacking plugin on a neighbour: a server in a separate process runs each attack of
 * `test/security/plugin-attacks.ts` with the limits that plugins have by default, while this process asks for `/_liveness` and
 * captures into another project. Prints the worst answers, the longest turn of the server's event loop, and its memory; then
 * the memory over 20 rounds of the same attack. A row that misses a goal (200 ms for either answer, 150 MB left behind) says so,
 * and the exit code is then 1.
 */
export async function benchPluginAttacks(args: string[]): Promise<void> {
  if (args[0] === "--server") return runServer();
  const server = await startServer();
  const quiet = await beside(server, () => new Promise((resolve) => setTimeout(resolve, 2000)));
  print("nothing", quiet, await server.look());
  const only = args[0];
  let missed = 0;
  for (const [name, { code }] of Object.entries(ATTACKS)) {
    if (only !== undefined && !name.includes(only)) continue;
    for (let tries = 1; ; tries++) {
      await server.renew();
      const noticed = await beside(server, () => server.attack(code));
      if (!isLate(noticed) || tries === TRIES) {
        print(name, noticed, await server.look());
        if (isLate(noticed)) missed += 1;
        break;
      }
    }
  }
  const memory: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await server.renew();
    await server.attack(ATTACKS["typed arrays that are kept"]?.code ?? "");
    memory.push((await server.look()).rssMb);
  }
  const keptMb = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
  if (keptMb > GOAL.keptMb) missed += 1;
  process.stdout.write(
    `resident memory over ${ROUNDS} rounds of typed arrays, MB: ${memory.join(" ")}${keptMb > GOAL.keptMb ? "  MISSES" : ""}\n`,
  );
  process.stdout.write(missed === 0 ? "all rows are ok\n" : `missed by ${missed} rows\n`);
  if (missed > 0) process.exitCode = 1;
  server.stop();
}

interface Noticed {
  liveness: number[];
  captures: number[];
  tookMs: number;
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** Sends a request every `EVERY_MS` during the work, and for at least a second. */
async function beside(server: Server, work: () => Promise<unknown>): Promise<Noticed> {
  const liveness: number[] = [];
  const captures: number[] = [];
  const state = { isOver: false };
  const beganMs = performance.now();
  const working = work().finally(() => (state.isOver = true));
  while (!state.isOver) {
    await Promise.all([timed(liveness, server.liveness), timed(captures, server.capture)]);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await working;
  return { liveness, captures, tookMs: performance.now() - beganMs };
}

async function timed(times: number[], ask: () => Promise<unknown>): Promise<void> {
  const beganMs = performance.now();
  await ask();
  times.push(performance.now() - beganMs);
}

function isLate({ liveness, captures }: Noticed): boolean {
  return Math.max(...liveness, ...captures) > GOAL.answerMs;
}

function worst(times: number[]): string {
  return `${Math.max(...times).toFixed(0)} ms`.padStart(8);
}

function print(name: string, noticed: Noticed, { turnMs, rssMb }: Look): void {
  const { liveness, captures, tookMs } = noticed;
  const cells = [
    name.padEnd(52),
    `liveness ${worst(liveness)}`,
    `capture ${worst(captures)}`,
    `longest turn ${turnMs.toFixed(0).padStart(4)} ms`,
    `rss ${rssMb.toFixed(0).padStart(4)} MB`,
    `in ${(tookMs / 1000).toFixed(1)} s`,
    isLate(noticed) ? "MISSES" : "ok",
  ];
  process.stdout.write(`${cells.join("  ")}\n`);
}

async function startServer() {
  const script = fileURLToPath(new URL("./index.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, "attacks", "--server"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /http:\S+/.exec(String(chunk));
      if (found !== null) resolve(found[0]);
    });
  });
  const post = async (path: string, body: object) =>
    (await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) })).text();
  return {
    liveness: async () => (await fetch(`${url}/_liveness`)).text(),
    capture: () => post("/capture/", { api_key: "phc_quiet", event: "quiet", distinct_id: "q" }),
    attack: (code: string) =>
      post("/capture/", { api_key: "phc_loud", event: "attack", distinct_id: "a", properties: { code } }),
    renew: () => post("/renew", {}),
    look: async () => JSON.parse(await post("/look", {})) as Look,
    stop: () => void child.kill(),
  };
}

/** The server, with two additional routes: one replaces the plugin, the other reports the server's state. */
async function runServer(): Promise<void> {
  const hoglet = await createHoglet({ projectToken: "phc_loud" });
  await hoglet.projects.create({ name: "quiet", api_token: "phc_quiet" });
  const source = `${PUPPET} exports.metrics = { clicks: "sum" };`;
  const files = { "plugin.json": JSON.stringify({ name: "loud" }), "index.js": source };
  const renew = async () => {
    for (const { id } of (await hoglet.plugins.list()).results) await hoglet.plugins.uninstall(id);
    const plugin = await hoglet.plugins.install({ files });
    await hoglet.pluginConfigs.create({ plugin: plugin.id, order: 0, enabled: true });
  };
  let turnMs = 0;
  let last = process.threadCpuUsage();
  const watch = () => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    turnMs = Math.max(turnMs, (user + system) / 1000);
    setImmediate(() => setTimeout(watch, 1));
  };
  watch();
  const answer = toNodeHandler(h3Adapter(hoglet));
  const server = createServer(async (request, response) => {
    if (request.url === "/renew") await renew();
    else if (request.url !== "/look") return void answer(request, response);
    response.end(JSON.stringify({ turnMs, rssMb: Math.round(process.memoryUsage.rss() / 1e6) } satisfies Look));
    turnMs = 0;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
}
