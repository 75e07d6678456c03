import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { createIds } from "../../lib/ids.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { bareInsertRate } from "./bare.ts";
import { sendAll } from "./load.ts";
import type { Body, LoadResult } from "./load.ts";
import { count, ratio } from "./measure.ts";

const BATCH = 100;
const BATCH_REQUESTS = 600;
const SINGLE_REQUESTS = 6000;
const MEMORY_EVENTS = 1_000_000;

const ids = createIds();

/**
 * Capture over a real socket: the server in one process, the load in this one. Beside it two limits of the same run: a
 * handler on the same h3 server that only gunzips and parses, and what one thread could do that parses and then inserts
 * the bare row: 1 / (1/parse + 1/insert).
 */
export async function benchHttp(args: string[]): Promise<void> {
  const folder = tempFolder();
  const hoglet = await startServer("hoglet", folder.file("hoglet.db"));
  const parse = await startServer("parse");
  const insertRate = bareInsertRate(folder.file("bare.db"));
  process.stdout.write(`bare insert under the unique index: ${count(insertRate)} rows/s\n\n`);
  await hoglet.run("/batch/", batches(100, false), 4); // both warm up on the same
  await parse.run("/batch/", batches(100, false), 4);

  for (const gzip of [false, true]) {
    const limit = await parse.run("/batch/", batches(BATCH_REQUESTS, gzip), 4);
    const mine = await hoglet.run("/batch/", batches(BATCH_REQUESTS, gzip), 4);
    const oneThread = 1 / (1 / (limit.requestsPerSecond * BATCH) + 1 / insertRate);
    const rate = mine.requestsPerSecond * BATCH;
    process.stdout.write(
      `/batch of ${BATCH}${gzip ? ", gzip" : ""}: ${count(rate)} events/s; parse only ${count(limit.requestsPerSecond * BATCH)}; ` +
        `one-thread limit ${count(oneThread)}; ratio ${ratio(rate, oneThread)} (target at least 0.60); CPU ${mine.cpu}\n`,
    );
  }
  process.stdout.write("\n");
  for (const connections of [1, 16, 64]) {
    const limit = await parse.run("/capture/", singles(SINGLE_REQUESTS), connections);
    const mine = await hoglet.run("/capture/", singles(SINGLE_REQUESTS), connections);
    process.stdout.write(
      `single /capture, ${connections} connections: ${count(mine.requestsPerSecond)} requests/s; parse only ` +
        `${count(limit.requestsPerSecond)}; ratio ${ratio(mine.requestsPerSecond, limit.requestsPerSecond)} ` +
        `(target at least 0.40); p99 ${mine.p99Ms.toFixed(1)} ms${connections === 16 ? " (target under 25)" : ""}; CPU ${mine.cpu}\n`,
    );
  }
  if (!args.includes("--no-memory")) await printMemory(hoglet);
  hoglet.stop();
  parse.stop();
  folder.remove();
}

async function printMemory(server: Server): Promise<void> {
  process.stdout.write("\nresident memory of the server while 1 M events arrive:");
  const part = MEMORY_EVENTS / 5;
  for (let sent = part; sent <= MEMORY_EVENTS; sent += part) {
    await server.run("/batch/", batches(part / BATCH, false), 4);
    const { rssBytes } = await server.usage();
    process.stdout.write(` ${(rssBytes / 2 ** 20).toFixed(0)} MiB`);
  }
  process.stdout.write("\n");
}

interface Server {
  /** Sends the bodies; `cpu` is the server's share of one core meanwhile. */
  run(path: string, bodies: readonly Body[], connections: number): Promise<LoadResult & { cpu: string }>;
  usage(): Promise<{ cpuMs: number; rssBytes: number }>;
  stop(): void;
}

async function startServer(...args: string[]): Promise<Server> {
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", "test/bench/http-server.ts", ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (child.stdout === null) throw new Error("the server has no stdout");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const port = (await lines.next()).value as string;
  const usage = async () => {
    child.stdin?.write("\n");
    return JSON.parse((await lines.next()).value as string) as { cpuMs: number; rssBytes: number };
  };
  return {
    usage,
    async run(path, bodies, connections) {
      const before = await usage();
      const result = await sendAll(new URL(`http://127.0.0.1:${port}${path}`), bodies, connections);
      const cpuMs = (await usage()).cpuMs - before.cpuMs;
      return { ...result, cpu: `${((cpuMs / result.elapsedMs) * 100).toFixed(0)} %` };
    },
    stop: () => void child.kill(),
  };
}

const PADDING = "x".repeat(200);

function event(index: number): object {
  return {
    event: `event ${index % 30}`,
    distinct_id: `person-${index % 5000}`,
    uuid: ids.uuid(Date.now()),
    timestamp: new Date().toISOString(),
    properties: { plan: "pro", price: 12.5, position: index, active: true, note: PADDING, path: "/products/shoes" },
  };
}

function batches(requests: number, gzip: boolean): Body[] {
  return Array.from({ length: requests }, (_, request) => {
    const batch = Array.from({ length: BATCH }, (__, index) => event(request * BATCH + index));
    const bytes = Buffer.from(JSON.stringify({ api_key: "phc_bench", batch }));
    return { bytes: gzip ? gzipSync(bytes) : bytes, gzip };
  });
}

function singles(requests: number): Body[] {
  return Array.from({ length: requests }, (_, index) => ({
    bytes: Buffer.from(JSON.stringify({ api_key: "phc_bench", ...event(index) })),
    gzip: false,
  }));
}
