/**
 * The fuzzed server, in a separate process (`fork`). It listens on loopback, opens a new database in memory on `reset`, and
 * reports data that only it has: the processor time of each block of its event loop, memory, and the causes of internal
 * errors.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "h3/node";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../lib/index.ts";
import { fillWorld } from "../http/fuzz-world.ts";
import { NOW_MS } from "../support/world.ts";
import { TOKEN } from "./wire-request.ts";
import type { Keys } from "./wire-request.ts";

/** The fuzzed server's answer to `reset` and `measure`. */
export interface Measured {
  port: number;
  keys: Keys;
  /** Processor time of this process so far. */
  cpuMs: number;
  rssBytes: number;
  /** Since the last report: processor time of the longest stretch of the event loop, and the requests then under way. */
  stallMs: number;
  stalled: string[];
  /** Causes of internal errors since the last report. */
  causes: string[];
}

/** Ms between two samples of the event loop; a block shorter than twice this time is not seen. */
const TICK_MS = 20;

let hoglet: Hoglet | undefined;
let handler: ReturnType<typeof toNodeHandler> | undefined;
let keys: Keys = { wide: "", narrow: "" };
let causes: string[] = [];
let stall = { ms: 0, requests: [] as string[] };
const underWay = new Set<string>();

const server = createServer((request, response) => {
  const number = String(request.headers["x-fuzz-number"]);
  delete request.headers["x-fuzz-number"];
  underWay.add(number);
  response.once("close", () => underWay.delete(number));
  void handler?.(request, response);
});

/** The filled database, which each reset begins with: filling it takes longer than the requests that are sent to it. */
let contents: Uint8Array | undefined;

async function reset(): Promise<void> {
  const old = hoglet?.close();
  contents ??= await fill();
  hoglet = await open({ contents });
  handler = toNodeHandler(h3Adapter(hoglet));
  await old;
}

function open(more: Pick<HogletOptions, "contents">): Promise<Hoglet> {
  return createHoglet({
    now: new Date(NOW_MS).toISOString(),
    projectToken: TOKEN,
    secretKey: "ab".repeat(32),
    logger: { info() {}, warn() {}, error: (_, fields) => void causes.push(JSON.stringify(fields).slice(0, 2000)) },
    flags: { remote: { value: true, payload: { a: 1 } } },
    ...more,
  });
}

async function fill(): Promise<Uint8Array> {
  const made = await open({});
  await made.projects.create({ name: "two", api_token: "phc_two" });
  const wide = await made.keys.create({ label: "wide", scopes: ["*"] });
  const narrow = await made.keys.create({ label: "narrow", scopes: ["*"], projects: [1] });
  keys = { wide: wide.value, narrow: narrow.value };
  await fillWorld({
    capture: (events, options) => made.capture(events as Parameters<Hoglet["capture"]>[0], options),
    async ask(method, path, { body }) {
      const response = await made.fetch(path, {
        method,
        headers: { authorization: `Bearer ${wide.value}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (response.status >= 300) throw new Error(`${method} ${path}: ${await response.text()}`);
      return { body: (await response.json()) as unknown };
    },
  });
  const bytes = await made.serialize();
  await made.close();
  return bytes;
}

let lastCpuMs = loopCpuMs();
setInterval(() => {
  const cpuMs = loopCpuMs();
  if (cpuMs - lastCpuMs > stall.ms) stall = { ms: cpuMs - lastCpuMs, requests: [...underWay] };
  lastCpuMs = cpuMs;
}, TICK_MS);

/** Processor time of the thread of the event loop: unlike the clock's, other programs do not add to it. */
function loopCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function report(): void {
  const { user, system } = process.cpuUsage();
  const measured: Measured = {
    port: (server.address() as AddressInfo).port,
    keys,
    cpuMs: (user + system) / 1000,
    rssBytes: process.memoryUsage.rss(),
    stallMs: stall.ms,
    stalled: stall.requests,
    causes,
  };
  process.send?.(measured);
  [causes, stall, lastCpuMs] = [[], { ms: 0, requests: [] }, loopCpuMs()];
}

server.listen(0, "127.0.0.1", async () => {
  await reset();
  report();
});
process.on("message", async (message) => {
  if (message === "reset") {
    await reset();
    globalThis.gc?.();
    lastCpuMs = loopCpuMs();
  }
  report();
});
process.on("disconnect", () => process.exit(0));
