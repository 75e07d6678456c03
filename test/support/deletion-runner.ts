/**
 * Runs the deletions of the file named on the command line, for tests that kill it. Prints a line for each transaction, and
 * stops after it until a byte of stdin allows the next, so that a test has time to kill it.
 */
import { readSync } from "node:fs";
import { createHoglet } from "../../lib/index.ts";

const file = process.argv[2];
if (file === undefined) throw new Error("expected the path of a database");
const STDIN = 0;
const hoglet = await createHoglet({ file, deletionCron: "" });
const finished = await hoglet.deletions.runNow({
  onProgress({ events }) {
    process.stdout.write(`${events}\n`);
    readSync(STDIN, Buffer.alloc(1));
  },
});
process.stdout.write(`done ${finished.length}\n`);
await hoglet.close();
