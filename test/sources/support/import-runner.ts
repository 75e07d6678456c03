/** A process that imports a file: `import-runner.ts <database> <file>`. A line on stdout for each step, "done" at the end. */
import { createHoglet } from "../../../lib/index.ts";

const [file = "", path = ""] = process.argv.slice(2);
await using hoglet = await createHoglet({ file });
await hoglet.import(
  { path },
  { from: "auto", onStep: ({ phase, done }) => void process.stdout.write(`${phase} ${done}\n`) },
);
process.stdout.write("done\n");
