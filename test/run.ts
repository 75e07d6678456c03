import { availableParallelism } from "node:os";
import { describeStep } from "./runner/current-step.ts";
import { TestUsageError, parseCommandLine } from "./runner/command-line.ts";
import { findTestFiles } from "./runner/find-test-files.ts";
import { runFiles } from "./runner/run-files.ts";

// `npm test`: runs the test files with uvu in a few processes (see runner/run-files.ts), and adds up what they passed.

/** Two processes more than there are cores: half of the time tests wait for a process or a browser. More than 5 would only take memory. */
const PROCESSES = Math.min(availableParallelism() + 2, 5);

/** Slowest tests that are shown: those to look at first when a test comes near the limit. */
const SHOWN = 5;

try {
  const { files, limitMs, childArgs } = parseCommandLine(process.argv.slice(2), findTestFiles("test"));
  const { total, passed, failures, steps } = await runFiles(files, { processes: PROCESSES, limitMs, childArgs, write });
  write("\n== The slowest tests\n");
  for (const { ms, file, ...step } of steps.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)) {
    write(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file} ${describeStep(step)}\n`);
  }
  // Repeated at the end of the log, where a reader looks first.
  if (failures.length > 0) write("\n== The failed tests\n");
  for (const failure of failures) write(`\n${failure}\n`);
  write(`\nAll of them: ${passed} of ${total} tests passed in ${files.length} files.\n`);
  process.exitCode = failures.length === 0 && total > 0 && passed === total ? 0 : 1;
} catch (error) {
  if (!(error instanceof TestUsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

function write(text: string): void {
  process.stdout.write(text);
}
