import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { reportStep } from "./current-step.ts";
import { openResources } from "./open-resources.ts";

// A process of tests (see test-process.ts): runs the files that its parent sends, one after the other, until the parent hangs
// up. uvu loads each file and runs it; TypeScript is read by Node itself.

/** uvu's way to say that a runner, not the file, starts its tests; and the suites of a file, its name first. */
declare global {
  var UVU_DEFER: number;
  var UVU_INDEX: number;
  var UVU_QUEUE: unknown[][];
}

const WATCHED = new URL("./watched-uvu.ts", import.meta.url).href;
const BUILT = new URL("./built-side-files.ts", import.meta.url).href;
const SOURCE = new URL("../../lib/base/side-file.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (specifier === "uvu" && parentURL !== WATCHED && parentURL !== import.meta.url)
      return { url: WATCHED, shortCircuit: true };
    const resolved = next(specifier, context);
    return resolved.url === SOURCE && parentURL !== BUILT ? { url: BUILT, shortCircuit: true } : resolved;
  },
});

globalThis.UVU_DEFER = 1;
globalThis.UVU_INDEX = 0;
globalThis.UVU_QUEUE = [];
const { exec } = await import("uvu");
const { takeIdleSuites } = await import("./watched-uvu.ts");
const resources = openResources();

/** Stands on a line of its own behind the output of a file, which could hold any other text. */
const [mark = ""] = process.argv.slice(2);

async function runFile(file: string): Promise<void> {
  // A test that waits for nothing must end the process, not hang: the channel to the parent alone keeps no test alive.
  process.channel?.unref();
  reportStep({});
  globalThis.UVU_QUEUE.splice(0, Infinity, [file]);
  await import(pathToFileURL(file).href);
  const forgotten = takeIdleSuites();
  if (forgotten.length > 0) throw new Error(`These suites are never run: ${forgotten.join(", ")}. Add .run() to each.`);
  await exec();
  resources.note(file);
}

// A path is a file to run; a number ends the process.
process.on("message", (file: string | number) => {
  if (typeof file === "number") end(file);
  else void runFile(file).catch(reportFailure).finally(finish);
});
// The parent has ended, so no process waits for the rest.
process.on("disconnect", exit);

function reportFailure(error: unknown): void {
  process.stdout.write(`   FAIL  ${error instanceof Error ? error.stack : String(error)}\n\n\n`);
}

function finish(): void {
  // The output tells whether the file passed, the exit code whether the process ended normally.
  process.exitCode = 0;
  process.channel?.ref();
  process.stdout.write(`${mark} ${process.memoryUsage.rss()}\n`);
}

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
