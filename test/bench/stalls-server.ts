/**
 * The server side of the stalls benchmark, in a separate process: a hoglet over the file of the first argument. Prints its
 * port and its key; it answers each line on stdin with the cost since the last line, as JSON (`Cost`).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { toNodeHandler } from "h3/node";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createHoglet } from "../../lib/index.ts";
import { watchOwn } from "./loop-delay.ts";

/** The server's cost of requests. */
export interface Cost {
  /** Processor time of all threads. */
  cpuMs: number;
  /** The longest stretch of work in which nothing else was answered. */
  stallMs: number;
  /** Resident memory now, and the most since the last line (Linux tells; elsewhere since the process started). */
  nowBytes: number;
  peakBytes: number;
}

const hoglet = await createHoglet({ projectToken: "phc_bench", file: process.argv[2] ?? ":memory:" });
const server = createServer(toNodeHandler(h3Adapter(hoglet)));
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port} ${hoglet.personalApiKey}\n`);
});
let own = watchOwn();
let before = process.cpuUsage();
createInterface({ input: process.stdin }).on("line", () => {
  const { user, system } = process.cpuUsage(before);
  const memory = { nowBytes: process.memoryUsage.rss(), peakBytes: takePeakBytes() };
  const cost: Cost = { cpuMs: (user + system) / 1000, stallMs: own.stop(), ...memory };
  process.stdout.write(`${JSON.stringify(cost)}\n`);
  before = process.cpuUsage();
  own = watchOwn();
});

/** The most resident memory so far; the count begins again. */
function takePeakBytes(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  // 5 = reset the high-water mark to the resident memory of now (man 5 proc_pid_clear_refs).
  writeFileSync("/proc/self/clear_refs", "5");
  return Number(kibibytes) * 1024;
}
