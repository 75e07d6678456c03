import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { tempFolder } from "../support/temp-folder.ts";
import { ATTACKS } from "./attacks.ts";
import type { Attack } from "./attacks.ts";
import type { Cost } from "./stalls-server.ts";

/** The goal for every attack; the row of an attack that misses it says so. */
const GOAL = { cpuMs: 250, livenessMs: 200, grownBytes: 150e6 };

/** Other work on the machine only adds to a measurement, so a row that misses is measured again, this often in all. */
const TRIES = 3;

/** A request that is answered before, so that the code is compiled and the tables are known. */
const WARM_UP = Buffer.from('{"api_key":"phc_bench","event":"a","distinct_id":"u"}');

/**
 * Attacks with bodies, each on a server of its own, alone and four at once: the answer, the processor time, the longest
 * stall, the slowest `/_liveness` beside it, and how much the resident memory grew. A row says `ok`, or what it misses: 250 ms
 * of processor time (a request that is meant well and read may take more), 200 ms, 150 MB. The exit code is 1 when a row
 * misses. `--only <text>` takes the attacks whose name has it.
 */
export async function benchStalls(args: string[]): Promise<void> {
  const at = args.indexOf("--only");
  const only = at < 0 ? "" : (args[at + 1] ?? "");
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
  process.stdout.write(missed.length === 0 ? "all rows are ok\n" : `missed by ${missed.length} rows\n`);
  if (missed.length > 0) process.exitCode = 1;
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
  const probe = startScript("liveness-probe.ts", server.url);
  // The first answers are those of a process that starts.
  await probe.ask();
  await probe.ask();
  const before = await server.cost();
  const statuses = await Promise.all(Array.from({ length: count }, () => send(server, attack, body)));
  const livenessMs = Number(await probe.ask());
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
function startScript(name: string, argument: string) {
  const script = new URL(name, import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", script, argument], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value ?? "");
  const ask = () => {
    child.stdin.write("\n");
    return line();
  };
  return { line, ask, stop: () => void child.kill() };
}
