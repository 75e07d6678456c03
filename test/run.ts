/**
 * `npm test`: runs every test file with uvu, by one hand more than there are cores, and adds up what they passed. A hand takes
 * some files from the queue, fewer the shorter it gets, and runs them in one process. The slow ones (real processes, a real
 * browser) come last and a few at a time: no hand is left with many of them. A process that ends without its totals has
 * crashed: that fails the run, like any failed test.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";

interface Totals {
  total: number;
  passed: number;
  isOk: boolean;
  /** Each failed test as uvu tells it. */
  failures: string[];
}

/** How long a process may take to end after its last test. */
const LINGER_MS = 20_000;

// Files that take seconds each.
const SLOW =
  /clients\/posthog-js|bin\/|flows\/|query\/runner|deletion\/run|readme|smoke|plugins\/(run|sandbox|adversarial)|adapters\/(posthog|testing|ui)|api\/route-fuzz|exact|columns\/(differential|funnel|paths)|engine\//;

const files = (readdirSync("test", { recursive: true }) as string[])
  .filter((name) => name.endsWith(".test.ts") && !/(^|\/)(node_modules|bench|examples)\//.test(name))
  .toSorted((a, b) => Number(SLOW.test(a)) - Number(SLOW.test(b)));

const HANDS = Math.min(availableParallelism() + 1, 5);

/** A hand takes this part of what the queue holds for each hand: half, since every process has to load the library first. */
const SHARE = 2;

/** Slow files that a hand takes at most: the page's alone are two dozen, side by side in the queue. */
const SLOW_SHARE = 4;

const queue = [...files];
const results = (await Promise.all(Array.from({ length: HANDS }, workOff))).flat();
const total = sum(results.map((result) => result.total));
const passed = sum(results.map((result) => result.passed));
// Once more at the very end, where whoever reads a long log looks first.
if (results.some(({ failures }) => failures.length > 0)) process.stdout.write("\n== The failed tests\n");
for (const failure of results.flatMap((result) => result.failures)) process.stdout.write(`\n${failure}\n`);
process.stdout.write(`\nAll of them: ${passed} of ${total} tests passed in ${files.length} files.\n`);
process.exitCode = results.every((result) => result.isOk) && total > 0 && passed === total ? 0 : 1;

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** One hand: takes from the queue until it is empty. */
async function workOff(): Promise<Totals[]> {
  const done: Totals[] = [];
  while (queue.length > 0) done.push(await runFiles(queue.splice(0, shareOf(queue))));
  return done;
}

function shareOf(waiting: readonly string[]): number {
  const share = Math.ceil(waiting.length / (HANDS * SHARE));
  return SLOW.test(waiting[share - 1] ?? "") ? Math.min(share, SLOW_SHARE) : share;
}

/** Runs some files in one process of uvu; its output is shown whole when it ends, so that they do not mix. */
function runFiles(names: readonly string[]): Promise<Totals> {
  const pattern = `^(${names.map((name) => name.replaceAll(/[.\\/]/g, "\\$&")).join("|")})$`;
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "node_modules/uvu/bin.js", "--no-color", "test", pattern],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let output = "";
    let lingering: NodeJS.Timeout | undefined;
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      // All is told, and yet something keeps the process alive: it would for ever.
      if (/^ {2}Duration:/m.test(output)) lingering ??= setTimeout(() => child.kill("SIGKILL"), LINGER_MS);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("close", (code, signal) => {
      clearTimeout(lingering);
      process.stdout.write(output);
      const found = (label: string) => Number(new RegExp(`${label}:\\s+(\\d+)`).exec(output)?.[1] ?? 0);
      resolve({
        total: found("Total"),
        passed: found("Passed"),
        isOk: code === 0 && found("Total") > 0,
        failures: [
          ...(signal === null ? [] : ["   FAIL  a test left something open that kept its process alive."]),
          ...(output.match(/^ {3}FAIL [^]*?(?=\n\n\n)/gmu) ?? []),
        ],
      });
    });
  });
}
