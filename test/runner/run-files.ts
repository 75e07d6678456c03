import { startTestProcess } from "./test-process.ts";
import type { FileResult, TestProcess } from "./test-process.ts";

// Tests run in a few processes, which take files from a common queue: all processes stay busy, and the library is loaded a
// few times only. A new process replaces a process that has grown large or that a test ended. The parent ends a test that
// exceeds the time limit, since a hanging test may never free its event loop. The parent knows the test's name because the
// process reports each test before it runs (watched-uvu.ts).

/** A process that holds more memory than this after a file is replaced: loading the library again takes three seconds of CPU. */
const MEMORY_BYTES = 1.3e9;

/** Longest time, in ms, that a process may take to end after its last test, so that closed resources can end. */
const LINGER_MS = 120_000;

export interface RunOptions {
  /** Processes at a time. */
  processes: number;
  /** How long a single test may take. */
  limitMs: number;
  /** How long a process may take to end after its last test. @default 120000 */
  lingerMs?: number;
  /** Arguments that test files find in `process.argv`. */
  childArgs?: readonly string[];
  /** Folder of the files. @default "test" */
  folder?: string;
  /** Takes each file when it ends, so that the outputs of several processes do not mix. */
  report(done: FileReport): void;
}

/** A file that was run. */
export type FileReport = FileResult & { file: string; ms: number };

export interface Totals {
  total: number;
  passed: number;
  skipped: number;
  /** Each failed test in words, with its file. */
  failures: string[];
  /** Tests that lack an installation, with the line that installs it. */
  missing: Set<string>;
  /** How long each file took by the clock. */
  files: { file: string; ms: number }[];
}

/**
 * Runs test files and adds up their tests. A file that ended badly counts as one test. Every second process takes files from the
 * end of the list, the others from its beginning: neighbours are alike, and files that wait for a browser leave the cores to
 * files that compute.
 */
export async function runFiles(files: readonly string[], options: RunOptions): Promise<Totals> {
  const queue = [...files];
  const totals: Totals = { total: 0, passed: 0, skipped: 0, failures: [], missing: new Set(), files: [] };
  const running = new Set<TestProcess>();
  const stop = () => {
    for (const each of running) each.kill();
    process.exit(130);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const workers = Array.from({ length: Math.min(options.processes, queue.length) }, async (_, index) => {
    const next = () => (index % 2 === 0 ? queue.shift() : queue.pop());
    while (queue.length > 0) await runSome(next, totals, running, options);
  });
  await Promise.all(workers);
  process.off("SIGINT", stop).off("SIGTERM", stop);
  return totals;
}

/** Runs files in one process, until the process has ended or is large, or there is no next file. */
async function runSome(
  next: () => string | undefined,
  totals: Totals,
  running: Set<TestProcess>,
  options: RunOptions,
): Promise<void> {
  const { limitMs, lingerMs = LINGER_MS, childArgs = [], folder = "test", report } = options;
  const child = startTestProcess({ limitMs, lingerMs, args: childArgs });
  running.add(child);
  while (!child.isGone && child.memoryBytes < MEMORY_BYTES) {
    const file = next();
    if (file === undefined) break;
    const startMs = performance.now();
    const result = await child.runFile(`${folder}/${file}`);
    const ms = performance.now() - startMs;
    totals.total += result.total;
    totals.passed += result.passed;
    totals.failures.push(...result.failures.map((failure) => `${folder}/${file}\n${failure}`));
    totals.skipped += result.skipped;
    for (const line of result.missing) totals.missing.add(line);
    totals.files.push({ file, ms });
    report({ ...result, file, ms });
  }
  const failure = await child.end();
  running.delete(child);
  if (failure !== null) totals.failures.push(failure);
}
