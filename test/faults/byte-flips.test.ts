import { randomInt } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { rounds } from "../support/rounds.ts";
import { judge, makeStored, makeTail } from "./flip-bytes.ts";
import type { Verdict } from "./flip-bytes.ts";

/** `--rounds 500` behind the name of this file, or HOGLET_ROUNDS, for more. */
const ROUNDS = rounds(60);

/** HOGLET_SEED = the flips of that seed again. */
const SEED = Number(process.env["HOGLET_SEED"] ?? randomInt(2 ** 31));

const flips = suite("a flipped bit anywhere in the file");

for (const [name, makeBase] of Object.entries({
  "a full block in columns": makeStored,
  "newest events alone": makeTail,
})) {
  flips(`is refused, repaired or without effect, never silently wrong: ${name} (seed ${SEED})`, async () => {
    const base = await makeBase();
    const random = createRandom(SEED);
    const counts: Record<Verdict, number> = { right: 0, repaired: 0, refused: 0, unchecked: 0, silent: 0 };
    const silent: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [at, bit] = [random.integer(0, base.bytes.length - 1), random.integer(0, 7)];
      const [verdict, detail] = await judge(base, { at, bit });
      counts[verdict] += 1;
      if (verdict === "silent") silent.push(`byte ${at}, bit ${bit}: ${detail}`);
      if (process.env["HOGLET_VERBOSE"] !== undefined) process.stderr.write(`${at}.${bit} ${verdict} ${detail}\n`);
    }
    process.stderr.write(
      `seed ${SEED}, ${name}, ${ROUNDS} flips in ${base.bytes.length} bytes: ${JSON.stringify(counts)}\n`,
    );
    assert.equal(silent, [], `seed ${SEED}`);
  });
}

flips.run();
