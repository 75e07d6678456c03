/**
 * `npm run fuzz -- --requests N --seed S`: sends N requests over a socket to a server in a separate process, and counts
 * faults: answers of 500 and above, hangs, stalls of the event loop, a death, growing memory, data of another project. The
 * requests are made from the route table and from recorded requests of SDKs (`fixtures/wire`), then mutated. It prints the
 * smallest request of each fault, and exits with code 1. Equal seeds send equal requests.
 */
import { parseArgs } from "node:util";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { routes } from "../../lib/http/index.ts";
import type { KeyRoute } from "../../lib/http/route.ts";
import { toRequest } from "../http/fuzz-request.ts";
import { SECRET } from "../http/fuzz-world.ts";
import { startFuzzedServer } from "./fuzzed-server.ts";
import { mutate } from "./mutate.ts";
import { toPublicRequest } from "./public-requests.ts";
import { send } from "./send.ts";
import type { Sent } from "./send.ts";
import { shrink } from "./shrink.ts";
import type { Keys, WireRequest } from "./wire-request.ts";

/** Requests to one database, until much in it is deleted or renamed. */
const WORLD_REQUESTS = 250;
/** Open requests at the same time. */
const AT_ONCE = 8;
/** An answer that takes longer counts as a hang, when the request alone takes as long again. */
const HANG_MS = 2000;
/** Processor time in one stretch of the event loop that counts as a stall. */
const STALL_MS = 200;
/** Fault kinds that are made smaller; more are printed as they came. */
const SHRUNK = 10;
/** Bytes of live memory beyond that of the first databases that count as a fault: half of a request's limit. */
const GROWTH_BYTES = 150e6;

interface Fault {
  kind: string;
  request: WireRequest;
  /** A part of the answer, the log or the measurement. */
  evidence: string;
}

const { values } = parseArgs({ options: { requests: { type: "string" }, seed: { type: "string" } } });
const REQUESTS = toCount(values.requests, 20_000);
const SEED = toCount(values.seed, Math.floor(Math.random() * 2 ** 31));
const keyed = routes.filter((route): route is KeyRoute => route.access === "key");

process.stdout.write(`${REQUESTS} requests, --seed ${SEED}\n`);
const faults = new Map<string, Fault>();
const statuses = new Map<number, number>();
const reached = new Set<string>();
const unanswered = new Map<string, number>();
let worstStallMs = 0;
const memory: number[] = [];
let server = await startFuzzedServer();
const startMs = performance.now();
for (let first = 0; first < REQUESTS; first += WORLD_REQUESTS) {
  await fuzzWorld(first, Math.min(first + WORLD_REQUESTS, REQUESTS));
}
await tell();
server.close();

/** Sends the requests with the numbers from `first` up to `end` to one database. */
async function fuzzWorld(first: number, end: number): Promise<void> {
  const { keys } = await fresh();
  const requests = Array.from({ length: end - first }, (_, index) => make(first + index, keys));
  const sent: Sent[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < requests.length; index = next++) {
      const answer = await send(server.last.port, requests[index] as WireRequest, first + index, HANG_MS);
      sent[index] = answer;
      count(requests[index] as WireRequest, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const suspects = new Map<number, string>();
  for (const [index, answer] of sent.entries()) if (answer.fault === "timeout") suspects.set(index, "hang");
  if (!server.isAlive) {
    await findDeath(requests);
    return;
  }
  const measured = await server.measure();
  memory.push(measured.rssBytes);
  worstStallMs = Math.max(worstStallMs, measured.stallMs);
  if (measured.stallMs > STALL_MS) {
    for (const number of measured.stalled) suspects.set(Number(number) - first, "stall");
  }
  for (const [index, answer] of sent.entries()) {
    const request = requests[index] as WireRequest;
    if (answer.status >= 500)
      found(`${answer.status} ${codeOf(answer)}`, request, [answer.text, ...measured.causes].join("\n  "));
    if (isNarrow(request, keys) && answer.text.includes(SECRET)) found("data of another project", request, answer.text);
  }
  for (const [index, kind] of suspects) await confirm(kind, requests[index]);
}

/** A new database, in a new process if the last one died. */
async function fresh() {
  if (!server.isAlive) server = await startFuzzedServer();
  return server.reset();
}

function make(number: number, keys: Keys): WireRequest {
  const random = createRandom(SEED, number);
  const request = random.chance(0.5) ? toPublicRequest(random) : toKeyedRequest(random, keys);
  return mutate(random, request);
}

function toKeyedRequest(random: Random, keys: Keys): WireRequest {
  const route = random.pick(keyed);
  const asked = toRequest(random, route, (projects) => (projects.length === 0 ? keys.wide : keys.narrow));
  const { method, url, headers, body } = asked;
  return { method, target: url, headers, body, route: `${method} ${route.path}` };
}

function isNarrow({ headers }: WireRequest, keys: Keys): boolean {
  return headers["authorization"] === `Bearer ${keys.narrow}`;
}

function count({ route }: WireRequest, { status, fault }: Sent): void {
  if (fault !== null) unanswered.set(fault, (unanswered.get(fault) ?? 0) + 1);
  else statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status >= 200 && status < 300) reached.add(route);
}

function codeOf({ text }: Sent): string {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? "";
}

function found(kind: string, request: WireRequest, evidence: string): void {
  const name = `${kind} of ${request.route}`;
  if (!faults.has(name)) faults.set(name, { kind, request, evidence });
}

/** Sends a suspect alone, to a new database: only a request that is as slow again is a fault. */
async function confirm(kind: string, request: WireRequest | undefined): Promise<void> {
  if (request === undefined || !(await isSlow(kind, request))) return;
  found(kind, request, `${Math.round(server.last.stallMs)} ms of processor time in one stretch`);
}

async function isSlow(kind: string, request: WireRequest): Promise<boolean> {
  await fresh();
  const { fault } = await send(server.last.port, request, 0, HANG_MS);
  if (!server.isAlive) return true;
  const { stallMs } = await server.measure();
  return kind === "hang" ? fault === "timeout" : stallMs > STALL_MS;
}

/** The server died: sends the requests again, one after the other, until it does. */
async function findDeath(requests: readonly WireRequest[]): Promise<void> {
  await fresh();
  for (const [number, request] of requests.entries()) {
    await send(server.last.port, request, number, HANG_MS);
    if (server.isAlive) continue;
    found("death", request, "the process ended");
    return;
  }
  found("death", requests.at(-1) as WireRequest, "the process ended, but not again when asked one by one");
}

async function toSmallest({ kind, request }: Fault): Promise<WireRequest> {
  const [status] = kind.split(" ");
  return shrink(request, async (smaller) => {
    const { keys } = await fresh();
    // Keys are random, so the one of then is replaced by the one of now.
    const headers = { ...smaller.headers };
    if (headers["authorization"]?.startsWith("Bearer phx_")) headers["authorization"] = `Bearer ${keys.wide}`;
    if (kind === "hang" || kind === "stall") return isSlow(kind, { ...smaller, headers });
    const answer = await send(server.last.port, { ...smaller, headers }, 0, HANG_MS);
    return kind === "death" ? !server.isAlive : String(answer.status) === status;
  });
}

async function reportFaults(): Promise<void> {
  let shrunk = 0;
  for (const [name, fault] of faults) {
    const smallest = ++shrunk > SHRUNK || fault.kind.startsWith("data") ? fault.request : await toSmallest(fault);
    const { method, target, headers, body } = smallest;
    process.stdout.write(
      `\nFAULT ${name}\n  ${method} ${JSON.stringify(target.slice(0, 2000))}\n  ${JSON.stringify(headers).slice(0, 2000)}\n` +
        `  body of ${body.length} bytes: ${JSON.stringify(Buffer.from(body).toString("latin1").slice(0, 2000))}\n  ${fault.evidence.slice(0, 3000)}\n`,
    );
  }
}

async function tell(): Promise<void> {
  const seconds = (performance.now() - startMs) / 1000;
  const half = memory.slice(memory.length / 2);
  const [startBytes, endBytes] = [Math.min(...memory), Math.min(...half)];
  const growth = endBytes - startBytes;
  const all = keyed.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
  process.stdout.write(
    `${Math.round(REQUESTS / seconds)} requests/s; answers: ${[...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status} × ${times}`)
      .join(", ")}` +
      `${[...unanswered].map(([fault, times]) => `, ${fault} × ${times}`).join("")}\n` +
      `routes with a success: ${all.filter((name) => reached.has(name)).length} of ${all.length} with a key\n` +
      `longest stretch of the event loop: ${Math.round(worstStallMs)} ms of processor time\n` +
      `memory: ${toMb(startBytes)} MB at least in the first half, ${toMb(endBytes)} in the second, ${toMb(Math.max(...memory))} at most\n`,
  );
  if (growth > GROWTH_BYTES) process.stdout.write(`FAULT memory grew by ${toMb(growth)} MB\n`);
  await reportFaults();
  process.stdout.write(`${faults.size} faults\n`);
  process.exitCode = faults.size === 0 && growth <= GROWTH_BYTES ? 0 : 1;
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1e6);
}

function toCount(given: string | undefined, usual: number): number {
  if (given === undefined) return usual;
  if (/^\d{1,10}$/.test(given)) return Number(given);
  process.stderr.write(`Expected a whole number instead of ${given}.\n`);
  process.exit(2);
}
