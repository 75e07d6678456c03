import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { rounds, seeds } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { parseInputs } from "./parse-inputs.ts";
import { parseTargets } from "./parse-targets.ts";

// `npm run fuzz:parsers` gives as many inputs as are wanted, guided by the code that they reach.

const parsers = suite("parsers");
const folder = tempFolder();
parsers.after(() => folder.remove());

for (const target of parseTargets(folder.path)) {
  parsers(`${target.name}: every input is read or refused`, async () => {
    for (const seed of seeds(1)) {
      const { faults } = await parseInputs(target, rounds(30, 3000), createRandom(seed, target.name.length));
      const told = faults.map(({ evidence, input }) => `${evidence}\n${JSON.stringify(input.toString("latin1"))}`);
      assert.equal(told, []);
    }
  });

  parsers(`${target.name}: the corpus is read`, async () => {
    for (const input of target.corpus) await target.run(Buffer.from(input));
  });
}

function refuseTwo(input: Buffer): void {
  if (input.includes("xx")) throw new TypeError("two");
}

parsers("an error that is no refusal is told, with its input", async () => {
  const target = { name: "broken", corpus: ["ab"], tokens: ["x"], run: refuseTwo };
  const { faults } = await parseInputs(target, 150, createRandom(1));
  assert.is(faults.length, 1);
  assert.ok(faults[0]?.input.includes("xx"));
  assert.match(faults[0]?.evidence ?? "", "TypeError: two");
});

parsers.run();
