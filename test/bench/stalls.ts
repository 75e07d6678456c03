import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { tempFolder } from "../support/temp-folder.ts";
import { ATTACKS } from "./attacks.ts";
import type { Attack } from "./attacks.ts";
import type { Cost } from "./stalls-server.ts";

/** How often `/_liveness` is asked meanwhile. */
const ASK_MS = 10;

/** A request that is answered before, so that the code is compiled and the tables are known. */
const WARM_UP = Buffer.from('{"api_key":"phc_bench","event":"a","distinct_id":"u"}');

/**
 * Attacks with bodies, each on a server of its own, alone and four at once: the answer, the processor time, the longest
 * stall, the slowest `/_liveness` beside it, and how much the resident memory grew. The goal is 250 ms of processor time or
 * a success, 200 ms, and 150 MB. `--only <text>` takes the attacks whose name has it.
 */
export async function benchStalls(args: string[]): Promise<void> {
  const at = args.indexOf("--only");
  const only = at < 0 ? "" : (args[at + 1] ?? "");
  for (const attack of ATTACKS.filter(({ name }) => name.includes(only))) {
    const body = attack.body();
    for (const count of [1, 4]) process.stdout.write(await measure(attack, body, count));
  }
}

async function measure(attack: Attack, body: Uint8Array, count: number): Promise<string> {
  const folder = tempFolder();
  const server = await startServer(folder.file("hoglet.db"));
  await send(server, { ...attack, path: "/e", headers: {} }, WARM_UP);
  const before = await server.cost();
  const over = new AbortController();
  const liveness = watchLiveness(server.url, over.signal);
  const statuses = await Promise.all(Array.from({ length: count }, () => send(server, attack, body)));
  const after = await server.cost();
  over.abort();
  const slowestMs = await liveness;
  server.stop();
  folder.remove();
  return (
    `${`${count} × ${attack.name}`.padEnd(42)} ${[...new Set(statuses)].join("/").padEnd(9)} ` +
    `cpu ${(after.cpuMs / count).toFixed(0).padStart(5)} ms  stall ${after.stallMs.toFixed(0).padStart(5)} ms  ` +
    `liveness ${slowestMs.toFixed(0).padStart(5)} ms  memory +${((after.peakBytes - before.peakBytes) / 1e6).toFixed(0)} MB\n`
  );
}

async function watchLiveness(url: string, over: AbortSignal): Promise<number> {
  let slowestMs = 0;
  while (!over.aborted) {
    const startMs = performance.now();
    await fetch(`${url}/_liveness`).catch(() => {});
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    await sleep(ASK_MS);
  }
  return slowestMs;
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
  const script = new URL("stalls-server.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", script, file], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value ?? "");
  const [port = "", key = ""] = (await line()).split(" ");
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    async cost() {
      child.stdin.write("\n");
      return JSON.parse(await line()) as Cost;
    },
    stop: () => void child.kill(),
  };
}
