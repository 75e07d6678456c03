import { randomInt } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { rounds } from "../support/rounds.ts";
import {
  judge,
  makeCompacted,
  makeStored,
  makeTail,
  placesOfChunks,
  placesOfCounts,
  placesOfRowHeads,
  placesOfRows,
} from "./flip-bytes.ts";
import type { Base, Verdict } from "./flip-bytes.ts";

/** `--rounds 500` behind the name of this file for more. */
const ROUNDS = rounds(1, 20);

/** HOGLET_SEED = the flips of that seed again. */
const SEED = Number(process.env["HOGLET_SEED"] ?? randomInt(2 ** 31));

const flips = suite("a flipped bit anywhere in the file");

/** Judges `ROUNDS` flips of bits in these bytes, and prints the outcomes. @returns those that are silently wrong */
async function judgeMany(name: string, base: Base, pick: (random: Random) => number): Promise<string[]> {
  const random = createRandom(SEED);
  const counts: Record<Verdict, number> = { right: 0, repaired: 0, refused: 0, silent: 0 };
  const silent: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [at, bit] = [pick(random), random.integer(0, 7)];
    const [verdict, detail] = await judge(base, { at, bit });
    counts[verdict] += 1;
    if (verdict === "silent") silent.push(`byte ${at}, bit ${bit}: ${detail}`);
    if (process.env["HOGLET_VERBOSE"] !== undefined) process.stderr.write(`${at}.${bit} ${verdict} ${detail}\n`);
  }
  process.stderr.write(
    `seed ${SEED}, ${name}, ${ROUNDS} flips in ${base.bytes.length} bytes: ${JSON.stringify(counts)}\n`,
  );
  return silent;
}

for (const [name, makeBase] of Object.entries({
  "a full block in columns": makeStored,
  "newest events alone": makeTail,
})) {
  flips(`is refused, repaired or without effect, never silently wrong: ${name} (seed ${SEED})`, async () => {
    const base = await makeBase();
    const silent = await judgeMany(name, base, (random) => random.integer(0, base.bytes.length - 1));
    assert.equal(silent, [], `seed ${SEED}`);
  });
}

flips(`is never silently wrong in rows of persons, distinct ids, groups and event names (seed ${SEED})`, async () => {
  const base = await makeTail();
  const places = placesOfRows(base);
  const silent = await judgeMany("rows of people", base, (random) => places[random.integer(0, places.length - 1)] ?? 0);
  assert.equal(silent, [], `seed ${SEED}`);
});

flips(`is never silently wrong in chunks of texts (seed ${SEED})`, async () => {
  const base = await makeCompacted();
  const places = placesOfChunks(base);
  const silent = await judgeMany("chunks", base, (random) => places[random.integer(0, places.length - 1)] ?? 0);
  assert.equal(silent, [], `seed ${SEED}`);
});

for (const [name, makeBase] of Object.entries({
  "a full block in columns": makeStored,
  "events in chunks": makeCompacted,
  "newest events alone": makeTail,
})) {
  flips(`is never silently wrong in the number of rows of a page: ${name} (seed ${SEED})`, async () => {
    const base = await makeBase();
    const places = placesOfCounts(base);
    const silent = await judgeMany(name, base, (random) => places[random.integer(0, places.length - 1)] ?? 0);
    assert.equal(silent, [], `seed ${SEED}`);
  });
}

for (const [name, table, makeBase] of [
  ["chunks", "event_texts", makeCompacted],
  ["events", "events", makeTail],
] as const) {
  flips(`is never silently wrong in what pages say of rows: ${name} (seed ${SEED})`, async () => {
    const base = await makeBase();
    const places = placesOfRowHeads(base, table);
    const silent = await judgeMany(
      `heads of ${name}`,
      base,
      (random) => places[random.integer(0, places.length - 1)] ?? 0,
    );
    assert.equal(silent, [], `seed ${SEED}`);
  });
}

flips.run();
