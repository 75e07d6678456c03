import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { createIds } from "../../lib/base/ids.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openInsertRate } from "./bare.ts";
import { sendAll } from "./load.ts";
import type { Body, LoadResult } from "./load.ts";
import { count, median, range } from "./measure.ts";

const ROUNDS = 5;
const BATCH = 100;
const BATCH_REQUESTS = 200;
const SINGLE_REQUESTS = 2000;
const MEMORY_EVENTS = 1_000_000;

const ids = createIds();

/**
 * Capture over a real socket: the server in one process, the load in this one. Beside it two limits of the same round: a
 * handler on the same h3 server that only gunzips and parses, and what one thread could do that parses and then inserts
 * the bare row: 1 / (1/parse + 1/insert). All take turns; a ratio is of one round.
 */
export async function benchHttp(args: string[]): Promise<void> {
  const folder = tempFolder();
  const hoglet = await startServer("hoglet", folder.file("hoglet.db"));
  const parse = await startServer("parse");
  const node = await startServer("node");
  const bare = openInsertRate(folder.file("bare.db"));
  const peers: Peers = { hoglet, parse, node, insertRate: () => bare.measure() };
  // All warm up on the same.
  await hoglet.run("/batch/", batches(100, false), 4);
  await parse.run("/batch/", batches(100, false), 4);
  bare.measure();

  for (const gzip of [false, true]) await printBatches(peers, gzip);
  process.stdout.write("\n");
  for (const connections of [1, 16, 64]) await printSingles(peers, connections);
  if (!args.includes("--no-memory")) await printMemory(hoglet);
  hoglet.stop();
  parse.stop();
  node.stop();
  bare.close();
  folder.remove();
}

interface Peers {
  hoglet: Server;
  parse: Server;
  /** node:http without h3. */
  node: Server;
  /** Bare rows a second, measured at each call. */
  insertRate(): number;
}

async function printBatches({ hoglet, parse, insertRate }: Peers, gzip: boolean): Promise<void> {
  const rounds = await inRounds(async () => {
    const insert = insertRate();
    const limit = await parse.run("/batch/", batches(BATCH_REQUESTS, gzip), 4);
    const mine = await hoglet.run("/batch/", batches(BATCH_REQUESTS, gzip), 4);
    const parsed = limit.requestsPerSecond * BATCH;
    return { rate: mine.requestsPerSecond * BATCH, insert, parsed, oneThread: 1 / (1 / parsed + 1 / insert) };
  });
  const mid = (side: keyof (typeof rounds)[number]) => count(median(rounds.map((round) => round[side])));
  process.stdout.write(
    `/batch of ${BATCH}${gzip ? ", gzip" : ""}: ${mid("rate")} events/s (medians of ${ROUNDS} rounds); parse only ${mid("parsed")}; ` +
      `bare insert ${mid("insert")}; one-thread limit ${mid("oneThread")}; ` +
      `ratio ${range(rounds.map(({ rate, oneThread }) => rate / oneThread))} (target at least 0.60)\n`,
  );
}

async function printSingles({ hoglet, parse, node }: Peers, connections: number): Promise<void> {
  const rounds = await inRounds(async () => {
    const bare = await node.run("/capture/", singles(SINGLE_REQUESTS), connections);
    const limit = await parse.run("/capture/", singles(SINGLE_REQUESTS), connections);
    const mine = await hoglet.run("/capture/", singles(SINGLE_REQUESTS), connections);
    const ratio = mine.requestsPerSecond / limit.requestsPerSecond;
    return { mine, limit, bare, ratio, bareRatio: mine.requestsPerSecond / bare.requestsPerSecond };
  });
  const mid = (side: "mine" | "limit" | "bare", figure: keyof LoadResult) =>
    median(rounds.map((round) => round[side][figure]));
  const times = (side: "mine" | "limit" | "bare") =>
    `p50 ${mid(side, "p50Ms").toFixed(2)}, p99 ${mid(side, "p99Ms").toFixed(1)} ms`;
  process.stdout.write(
    `single /capture, ${connections} connections: ${count(mid("mine", "requestsPerSecond"))} requests/s, ${times("mine")}` +
      `${connections === 16 ? " (target p99 under 25)" : ""}; parse only ${count(mid("limit", "requestsPerSecond"))}, ` +
      `${times("limit")}; ratio ${range(rounds.map(({ ratio }) => ratio))}; ` +
      `node:http alone ${count(mid("bare", "requestsPerSecond"))}, ${times("bare")}; ` +
      `ratio ${range(rounds.map(({ bareRatio }) => bareRatio))} (target at least 0.40)\n`,
  );
}

async function inRounds<T>(measure: () => Promise<T>): Promise<T[]> {
  const rounds: T[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure());
  return rounds;
}

async function printMemory(server: Server): Promise<void> {
  process.stdout.write("\nresident memory of the server while 1 M events arrive:");
  const part = MEMORY_EVENTS / 5;
  for (let sent = part; sent <= MEMORY_EVENTS; sent += part) {
    await server.run("/batch/", batches(part / BATCH, false), 4);
    process.stdout.write(` ${((await server.rssBytes()) / 2 ** 20).toFixed(0)} MiB`);
  }
  process.stdout.write("\n");
}

interface Server {
  run(path: string, bodies: readonly Body[], connections: number): Promise<LoadResult>;
  rssBytes(): Promise<number>;
  stop(): void;
}

async function startServer(...args: string[]): Promise<Server> {
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", "test/bench/http-server.ts", ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (child.stdout === null) throw new Error("the server has no stdout");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const port = (await lines.next()).value as string;
  return {
    run: (path, bodies, connections) => sendAll(new URL(`http://127.0.0.1:${port}${path}`), bodies, connections),
    async rssBytes() {
      child.stdin?.write("\n");
      return Number((await lines.next()).value);
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
