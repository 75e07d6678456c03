/**
 * The server side of the stalls benchmark, in a process of its own: a hoglet over the file of the first argument. Prints its
 * port and its key; a line on stdin is answered with what happened since the last line, as JSON (`Cost`).
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { toNodeHandler } from "h3/node";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createHoglet } from "../../lib/index.ts";
import { watchOwn } from "./loop-delay.ts";

/** What requests cost the server. */
export interface Cost {
  /** Processor time of all threads. */
  cpuMs: number;
  /** The longest stretch of work in which nothing else was answered. */
  stallMs: number;
  /** The most resident memory since the process started. */
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
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  const cost: Cost = { cpuMs: (user + system) / 1000, stallMs: own.stop(), peakBytes };
  process.stdout.write(`${JSON.stringify(cost)}\n`);
  before = process.cpuUsage();
  own = watchOwn();
});
