/**
 * `npm run fuzz:parsers -- --inputs N --seed S --only csv`: gives N inputs to each parser of bytes and texts from outside
 * (`parse-targets.ts`), and counts faults: errors that are no refusals, and stalls. It prints the first input of each kind of
 * fault, and exits with code 1. Equal seeds give equal inputs.
 */
import { parseArgs } from "node:util";
import { createRandom } from "../../fixtures/random.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { parseInputs } from "./parse-inputs.ts";
import { parseTargets } from "./parse-targets.ts";

const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: "100000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: "string", default: "" },
  },
});
const folder = tempFolder();
process.stdout.write(`${values.inputs} inputs for each parser, --seed ${values.seed}\n`);
let count = 0;
for (const target of parseTargets(folder.path).filter(({ name }) => name.includes(values.only))) {
  const startMs = performance.now();
  const { faults, read, reached } = await parseInputs(target, Number(values.inputs), createRandom(Number(values.seed)));
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  process.stdout.write(`${target.name.padEnd(10)} ${seconds} s, ${read} read, ${reached} stretches of code reached\n`);
  for (const { input, evidence } of faults) {
    process.stdout.write(`FAULT ${evidence.slice(0, 3000)}\n  ${JSON.stringify(input.toString("latin1"))}\n`);
  }
  count += faults.length;
}
folder.remove();
process.stdout.write(`${count} faults\n`);
process.exitCode = count === 0 ? 0 : 1;
