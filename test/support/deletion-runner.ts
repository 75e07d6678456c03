/** Runs the deletions of the file named on the command line, for tests that kill it. Prints a line for each transaction. */
import { createHoglet } from "../../lib/index.ts";

const file = process.argv[2];
if (file === undefined) throw new Error("expected the path of a database");
const hoglet = await createHoglet({ file, deletionCron: "" });
const finished = await hoglet.deletions.runNow({
  onProgress: ({ events }) => process.stdout.write(`${events}\n`),
});
process.stdout.write(`done ${finished.length}\n`);
await hoglet.close();
