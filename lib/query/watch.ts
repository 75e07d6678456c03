/** Limits as the watchdog reads them, in memory that two threads share. Zero milliseconds = nothing is running. */
const TIMEOUT_MS = 0;
const MAX_RSS_KIB = 1;

const KIB = 1024;

/** Tells the watchdog when a question begins and ends, and what it may use. */
export class Watch {
  /** For `watchOver`. */
  readonly shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  readonly #limits = new Int32Array(this.shared);

  /** `memoryBytes` counts from what the process takes now. */
  begin({ timeoutMs, memoryBytes }: { timeoutMs: number; memoryBytes: number }): void {
    Atomics.store(this.#limits, MAX_RSS_KIB, Math.ceil((process.memoryUsage.rss() + memoryBytes) / KIB));
    Atomics.store(this.#limits, TIMEOUT_MS, Math.max(1, timeoutMs));
    Atomics.notify(this.#limits, TIMEOUT_MS);
  }

  end(): void {
    Atomics.store(this.#limits, TIMEOUT_MS, 0);
    Atomics.notify(this.#limits, TIMEOUT_MS);
  }
}

/** Between two looks at the memory; in this time a statement can take a few ten MB. */
const LOOK_MS = 10;

/** The parent kills at the limit; this is for when it is gone. */
const GRACE_MS = 1000;

/** Never returns: kills the process when a question takes more than it may. For a thread of its own. */
export function watchOver(shared: SharedArrayBuffer): never {
  const limits = new Int32Array(shared);
  for (;;) {
    Atomics.wait(limits, TIMEOUT_MS, 0);
    const startedMs = performance.now();
    for (let limitMs = running(limits); limitMs > 0; limitMs = running(limits)) {
      const isLate = performance.now() - startedMs > limitMs + GRACE_MS;
      const isLarge = process.memoryUsage.rss() / KIB > Atomics.load(limits, MAX_RSS_KIB);
      // SIGKILL, because an orderly end would wait for SQLite.
      if (isLate || isLarge) process.kill(process.pid, "SIGKILL");
      Atomics.wait(limits, TIMEOUT_MS, limitMs, LOOK_MS);
    }
  }
}

function running(limits: Int32Array): number {
  return Atomics.load(limits, TIMEOUT_MS);
}
