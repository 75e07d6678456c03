import { Worker } from "node:worker_threads";

/** Places in the memory of two threads. The turn is odd while a question runs, and grows at its start and its end. */
const TURN = 0;
const TIMEOUT_MS = 1;
const MAX_RSS_KIB = 2;

const KIB = 1024;

/**
 * Interval of checks, in ms; between two checks a statement can take a few ten MB. A longer interval lets it take more.
 */
const LOOK_MS = 10;

/** Extra time in ms: the parent kills at the limit; this thread does when the parent is gone. */
const GRACE_MS = 1000;

const PLAN = { turnAt: TURN, timeoutAt: TIMEOUT_MS, maxRssAt: MAX_RSS_KIB, lookMs: LOOK_MS, graceMs: GRACE_MS };

/** `memoryBytes` counts from the process's memory at the beginning. */
export interface Limits {
  timeoutMs: number;
  memoryBytes: number;
}

/** A thread that kills this process when a question exceeds its limits. */
export interface Watch {
  begin(limits: Limits): void;
  end(): void;
}

/** Does not keep the process alive. */
export function startWatch(): Watch {
  const shared = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  // The function's text, since the build would have to place and find a file.
  const code = `(${watchOver.toString()})(require("node:worker_threads").workerData, ${JSON.stringify(PLAN)})`;
  new Worker(code, { eval: true, workerData: shared }).unref();
  const nextTurn = () => {
    Atomics.add(shared, TURN, 1);
    Atomics.notify(shared, TURN);
  };
  return {
    begin({ timeoutMs, memoryBytes }) {
      shared[TIMEOUT_MS] = timeoutMs;
      shared[MAX_RSS_KIB] = Math.ceil((process.memoryUsage.rss() + memoryBytes) / KIB);
      nextTurn();
    },
    end: nextTurn,
  };
}

/**
 * Never returns. Only its text reaches the thread, so it uses nothing but its arguments and `process`: a bundle renames
 * imports.
 */
function watchOver(shared: Int32Array, { turnAt, timeoutAt, maxRssAt, lookMs, graceMs }: typeof PLAN): never {
  for (;;) {
    const turn = Atomics.load(shared, turnAt);
    if (turn % 2 === 0) {
      Atomics.wait(shared, turnAt, turn);
      continue;
    }
    const startedMs = process.uptime() * 1000;
    while (Atomics.load(shared, turnAt) === turn) {
      const isLate = process.uptime() * 1000 - startedMs > Atomics.load(shared, timeoutAt) + graceMs;
      const isLarge = process.memoryUsage.rss() / 1024 > Atomics.load(shared, maxRssAt);
      // SIGKILL: an orderly end would wait for SQLite.
      if (isLate || isLarge) process.kill(process.pid, "SIGKILL");
      Atomics.wait(shared, turnAt, turn, lookMs);
    }
  }
}
