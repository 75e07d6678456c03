import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hoglet } from "../../lib/index.ts";

/** How long the host had to wait for its turn, and captures for their commit. */
export interface LoopDelay {
  /** Longest block of the event loop, in ms, and the time that 99 % of its turns stayed under. */
  longestMs: number;
  p99Ms: number;
  /**
   * The longest stretch of work on a core (known on Linux; elsewhere `longestMs`): the longest block on a machine without other
   * work. Waiting for the disk or another writer shows in the times of captures.
   */
  longestOwnMs: number;
  captureP99Ms: number;
  captureLongestMs: number;
  /** Answered meanwhile. */
  questions: number;
}

/** The work during the measurement. */
export interface Load {
  /** Questions, asked in turn without a pause; empty = captures only. */
  questions: readonly (() => Promise<unknown>)[];
  /** @default 10 */
  seconds?: number;
  /** Captured in batches of 10, as SDKs send them. @default 200; 0 = none */
  eventsPerSecond?: number;
}

const BATCH = 10;

/** Resolution of the measurement: how often the loop is asked. */
const RESOLUTION_MS = 1;

/** Measures the event loop of this process while questions are answered and events arrive. */
export async function measureLoopDelay(hoglet: Hoglet, load: Load): Promise<LoopDelay> {
  const { questions, seconds = 10, eventsPerSecond = 200 } = load;
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const captures: number[] = [];
  const over = new AbortController();
  let answered = 0;
  const ask = async () => {
    for (let index = 0; !over.signal.aborted; index++) {
      await questions[index % questions.length]?.();
      answered += 1;
    }
  };
  const capture = async () => {
    for (let count = 0; !over.signal.aborted; count++) {
      const start = performance.now();
      await hoglet.capture(batch(count));
      captures.push(performance.now() - start);
      await sleep((BATCH / eventsPerSecond) * 1000);
    }
  };
  const own = watchOwn();
  delays.enable();
  const running = [questions.length > 0 && ask(), eventsPerSecond > 0 && capture()];
  await sleep(seconds * 1000);
  over.abort();
  await Promise.all(running);
  delays.disable();
  const longestOwnMs = own.stop();
  captures.sort((a, b) => a - b);
  return {
    // The histogram records the time between two samples.
    longestMs: delays.max / 1e6 - RESOLUTION_MS,
    p99Ms: delays.percentile(99) / 1e6 - RESOLUTION_MS,
    longestOwnMs: Math.min(longestOwnMs, delays.max / 1e6 - RESOLUTION_MS),
    captureP99Ms: captures[Math.floor(captures.length * 0.99)] ?? 0,
    captureLongestMs: captures.at(-1) ?? 0,
    questions: answered,
  };
}

/**
 * The same as a line to print, beside the same time with nothing going on, which tells what the machine adds.
 * @param name of the load
 */
export async function loopDelayLine(name: string, hoglet: Hoglet, load: Load): Promise<string> {
  const idle = await measureLoopDelay(hoglet, { questions: [], seconds: 2, eventsPerSecond: 0 });
  const { longestMs, longestOwnMs, p99Ms, captureP99Ms, captureLongestMs, questions } = await measureLoopDelay(
    hoglet,
    load,
  );
  return (
    `${name}: longest block of the event loop ${longestOwnMs.toFixed(1)} ms ` +
    `(${longestMs.toFixed(1)} ms as the clock says, p99 ${p99Ms.toFixed(1)} ms; ` +
    `idle ${idle.longestOwnMs.toFixed(1)} and ${idle.longestMs.toFixed(1)} ms); captures p99 ${captureP99Ms.toFixed(1)} ms, ` +
    `longest ${captureLongestMs.toFixed(1)} ms; ${questions} questions answered\n`
  );
}

/** Looks every millisecond at how much this thread has worked since the last look; `stop` gives the most, in ms. */
export function watchOwn(): { stop(): number } {
  let longestMs = 0;
  let lastMs = workedMs();
  const timer = setInterval(() => {
    const nowMs = workedMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }, RESOLUTION_MS);
  return {
    stop() {
      clearInterval(timer);
      return longestMs;
    },
  };
}

/** Time that the main thread has spent on a core since its start. */
function workedMs(): number {
  if (process.platform !== "linux") return performance.now();
  // The thread's number is the process's. Three numbers: on a core, waiting for one, slices.
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

function batch(count: number) {
  return Array.from({ length: BATCH }, (_, index) => ({
    event: "viewed",
    distinct_id: `p${(count * BATCH + index) % 5000}`,
    properties: { plan: "pro", amount: index, country: `c${index}`, url: "/page/1", note: "loop delay" },
  }));
}
