/**
 * A neighbour of long work, in a separate process, so that the work's client cannot delay it. Asks `/_liveness` of the server at the first
 * argument all the time, and captures events with the token of the second, if there is one; a line on stdin is answered with the slowest
 * answers since the last line, as JSON (`Neighbour`).
 */
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** The delays that the neighbour met. */
export interface Neighbour {
  /** The slowest answers. */
  livenessMs: number;
  captureMs: number;
  /** Captures that were not answered with 200. */
  refused: number;
}

/** How long between two requests. */
const PAUSE_MS = 5;

const [url = "", token] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const met: Neighbour = { livenessMs: 0, captureMs: 0, refused: 0 };

createInterface({ input: process.stdin }).on("line", () => {
  liveness.look();
  capture.look();
  process.stdout.write(`${JSON.stringify(met)}\n`);
  Object.assign(met, { livenessMs: 0, captureMs: 0, refused: 0 });
});

/** Asks all the time, and notes the slowest answer. */
function watch(field: "livenessMs" | "captureMs", ask: () => Promise<void>): { look(): void } {
  let startMs = performance.now();
  let isAsking = false;
  // The running request counts too.
  const look = () => {
    if (isAsking) met[field] = Math.max(met[field], performance.now() - startMs);
  };
  void (async () => {
    for (;;) {
      startMs = performance.now();
      isAsking = true;
      await ask();
      look();
      isAsking = false;
      await sleep(PAUSE_MS);
    }
  })();
  return { look };
}

const liveness = watch("livenessMs", async () => void (await answerTo("GET", "/_liveness")));

const EVENT = { api_key: token, event: "neighbour", distinct_id: "neighbour" };

const capture = watch("captureMs", async () => {
  if (token === undefined) return;
  if ((await answerTo("POST", "/e", JSON.stringify(EVENT))) !== 200) met.refused += 1;
});

/** The status of an answer; 0 = there was none. */
function answerTo(method: string, path: string, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url + path, { agent, method }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    asked.once("error", () => resolve(0));
    asked.end(body);
  });
}
