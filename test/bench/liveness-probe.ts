/**
 * The neighbour of an attack, in a separate process, so that the attacker's client cannot delay it. Asks `/_liveness` of
 * the server at the first argument all the time; a line on stdin is answered with the slowest answer since the last line, in ms.
 */
import { Agent, get } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** How long between two requests. */
const PAUSE_MS = 5;

const url = `${process.argv[2] ?? ""}/_liveness`;
const agent = new Agent({ keepAlive: true });
let slowestMs = 0;

createInterface({ input: process.stdin }).on("line", () => {
  process.stdout.write(`${Math.max(slowestMs, waitedMs()).toFixed(1)}\n`);
  slowestMs = 0;
});

let startMs = performance.now();
let isAsking = false;
/** The time, in ms, of the running request. */
const waitedMs = () => (isAsking ? performance.now() - startMs : 0);

for (;;) {
  startMs = performance.now();
  isAsking = true;
  await ask();
  slowestMs = Math.max(slowestMs, waitedMs());
  isAsking = false;
  await sleep(PAUSE_MS);
}

function ask(): Promise<void> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => response.resume().once("end", resolve));
    request.once("error", () => resolve());
  });
}
