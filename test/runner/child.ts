import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { reportStep } from "./current-step.ts";
import { COMPILE_CACHE } from "./test-process.ts";
import type { FileEnd } from "./test-process.ts";
import { openResources } from "./open-resources.ts";

// A process of tests (see test-process.ts): runs the files that its parent sends, one after the other, until the parent hangs
// up. uvu loads each file and runs it; TypeScript is read by Node itself.

/** uvu's way to say that a runner, not the file, starts its suites; and the suites of a file. */
declare global {
  var UVU_DEFER: number;
  var UVU_INDEX: number;
  var UVU_QUEUE: [Suite[]];
}

/** Runs a suite: its failed tests as text, or true, and how many tests passed, were skipped and were to run. */
type Suite = () => Promise<[failures: string | true, passed: number, skipped: number, total: number]>;

// Coverage is of this process. Its children run what was built, and would each write megabytes of coverage; they take compiled code from
// the cache, which would blur the coverage of this process.
delete process.env["NODE_V8_COVERAGE"];
process.env["NODE_COMPILE_CACHE"] ??= COMPILE_CACHE;

const WATCHED = new URL("./watched-uvu.ts", import.meta.url).href;
const BUILT = new URL("./built-side-files.ts", import.meta.url).href;
const SOURCE = new URL("../../lib/base/side-file.ts", import.meta.url).href;

/** Its package.json has 180 kB, which Node reads again for each of its files: an eighth of the time of loading the library. */
const LONG_PACKAGE = "/node_modules/drizzle-orm/";

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (specifier === "uvu" && parentURL !== WATCHED && parentURL !== import.meta.url)
      return { url: WATCHED, shortCircuit: true };
    if (specifier.startsWith(".") && parentURL?.includes(LONG_PACKAGE) === true)
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
    const resolved = next(specifier, context);
    return resolved.url === SOURCE && parentURL !== BUILT ? { url: BUILT, shortCircuit: true } : resolved;
  },
});

globalThis.UVU_DEFER = 1;
globalThis.UVU_INDEX = 0;
globalThis.UVU_QUEUE = [[]];
const { takeIdleSuites, takeHookFailures } = await import("./watched-uvu.ts");
const resources = openResources();

/** Stands between the output of a file, which could hold any other text, and its end in JSON. */
const [mark = ""] = process.argv.slice(2);

async function runFile(file: string): Promise<FileEnd> {
  // A test that waits for nothing must end the process, not hang: the channel to the parent alone keeps no test alive.
  process.channel?.unref();
  process.exitCode = 1;
  reportStep({});
  const told: FileEnd = { total: 0, passed: 0, skipped: 0, failures: [], memoryBytes: 0 };
  const suites: Suite[] = [];
  globalThis.UVU_QUEUE = [suites];
  try {
    await import(pathToFileURL(file).href);
    const forgotten = takeIdleSuites();
    if (forgotten.length > 0)
      throw new Error(`These suites are never run: ${forgotten.join(", ")}. Add .run() to each.`);
    for (const run of suites) {
      const [failures, passed, skipped, total] = await run();
      if (failures !== true) told.failures.push(failures);
      told.passed += passed;
      told.skipped += skipped;
      told.total += total;
    }
    if (told.total + told.skipped === 0) throw new Error("The file has no test.");
  } catch (error) {
    told.failures.push(`   FAIL  ${error instanceof Error ? error.stack : String(error)}`);
    told.total += 1;
  }
  told.failures.push(...takeHookFailures());
  resources.note(file);
  process.channel?.ref();
  process.exitCode = 0;
  return { ...told, memoryBytes: process.memoryUsage.rss() };
}

// A path is a file to run; a number ends the process.
process.on("message", (file: string | number) => {
  if (typeof file === "number") end(file);
  else void runFile(file).then((ended) => process.stdout.write(`${mark}${JSON.stringify(ended)}\n`));
});
process.on("beforeExit", () => {
  if (process.exitCode === 1) process.stderr.write("Nothing is open that the test could wait for.\n");
});
// The parent has ended, so no process waits for the rest.
process.on("disconnect", exit);

function exit(): void {
  process.exit();
}

/**
 * Hangs up, so that the process ends by itself: a browser of its tests ends then. If it has not after `patienceMs` it says why;
 * the parent kills it later.
 */
function end(patienceMs: number): void {
  process.off("disconnect", exit).disconnect();
  setTimeout(() => process.stderr.write(`${resources.tell()}\n`), patienceMs).unref();
}
