import { availableParallelism } from "node:os";
import { TestUsageError, parseCommandLine } from "./runner/command-line.ts";
import type { CommandLine } from "./runner/command-line.ts";
import { findTestFiles } from "./runner/find-test-files.ts";
import { runFiles } from "./runner/run-files.ts";
import type { FileReport, Totals } from "./runner/run-files.ts";
import { ensureBuilt } from "./support/command.ts";

// `npm test` and `npm run test:all`: runs the test files with uvu in a few processes (see runner/run-files.ts), and adds up what
// they passed.

/** One more than cores, since some wait for a browser or a process. More than three only take memory. */
const PROCESSES = Math.min(availableParallelism() + 1, 3);

/** About how long a whole run takes on two free cores. */
const TAKES = { few: "six minutes", all: "half an hour" };

/** Files that are shown as slowest: those to make smaller first. */
const SHOWN = 10;

/** So many files are reported one by one; more of them by a line for each twentieth. */
const EACH = 40;

try {
  const commandLine = parseCommandLine(process.argv.slice(2), findTestFiles("test"));
  const totals = await runAll(commandLine);
  process.exitCode = totals.failures.length === 0 && totals.total > 0 && totals.passed === totals.total ? 0 : 1;
} catch (error) {
  if (!(error instanceof TestUsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function runAll({ files, isWhole, isAll, limitMs, childArgs }: CommandLine): Promise<Totals> {
  if (isWhole) {
    write(`${files.length} test files: about ${isAll ? TAKES.all : TAKES.few} on two free cores.\n`);
    // A file alone builds only what it needs.
    for (const part of isAll ? (["types", "code"] as const) : (["code"] as const)) {
      ensureBuilt(part, () =>
        write(`Building ${part === "code" ? "dist" : "its types"}, which is older than its sources …\n`),
      );
    }
  }
  const report = files.length > EACH ? progress(files.length) : (done: FileReport) => write(inWords(done));
  const totals = await runFiles(files, { processes: PROCESSES, limitMs, childArgs, report });
  summarize(totals, files.length, isAll);
  return totals;
}

/** Writes what failed at once, and a line whenever another twentieth of the files is done. */
function progress(count: number): (report: FileReport) => void {
  const startMs = performance.now();
  let [done, tests] = [0, 0];
  return (ended) => {
    if (ended.failures.length > 0) write(inWords(ended));
    tests += ended.passed;
    const [before, now] = [done, ++done].map((files) => Math.floor((files / count) * 20));
    if (now === before) return;
    const seconds = Math.round((performance.now() - startMs) / 1000);
    write(`${String((now ?? 0) * 5).padStart(3)} %  ${seconds} s  ${done} of ${count} files, ${tests} tests passed\n`);
  };
}

function inWords({ file, output, failures }: FileReport): string {
  return [`test/${file}\n${output}`, ...failures, ""].join("\n");
}

function summarize({ total, passed, skipped, failures, missing, files }: Totals, count: number, isAll: boolean): void {
  write("\n== The slowest files\n");
  for (const { ms, file } of files.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)) {
    write(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}\n`);
  }
  if (missing.size > 0) write("\n== Not tested for want of an installation or a right\n");
  for (const line of missing) write(`${line}\n`);
  if (skipped > 0 && !isAll)
    write(`\n${skipped} tests were skipped; npm run test:all runs those of more rounds and data.\n`);
  // Repeated at the end of the log, where a reader looks first.
  if (failures.length > 0) write("\n== The failed tests\n");
  for (const failure of failures) write(`\n${failure}\n`);
  write(`\nAll of them: ${passed} of ${total} tests passed in ${count} files.\n`);
}

function write(text: string): void {
  process.stdout.write(text);
}
