import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { jsonInTurns } from "../../lib/http/json-in-turns.ts";
import { rounds } from "../support/rounds.ts";

const writing = suite("jsonInTurns");

const BARE = [null, true, -0, 1.5, "", 'a "text"', "\u2028", "x".repeat(1000), undefined];

/** A value of about `size` parts, in lists and objects. */
function valueOf(random: ReturnType<typeof createRandom>, size: number): unknown {
  if (size <= 1) return BARE[random.integer(0, BARE.length - 1)];
  const members = random.integer(1, 4);
  const inner = Array.from({ length: members }, () => valueOf(random, size / members));
  if (random.integer(0, 1) === 0) return inner;
  return Object.fromEntries(inner.map((each, index) => [`"${index}`, each]));
}

writing("writes what JSON.stringify writes", async () => {
  const random = createRandom(46);
  const values = [new Date(0), [undefined], { a: undefined }, {}, []];
  for (let round = 0; round < rounds(1, 10); round++) values.push(valueOf(random, 100_000) as object);
  for (const value of values) assert.is(await jsonInTurns(value), JSON.stringify(value));
});

writing("lets other work run between the rows of a long list, however deep it lies", async () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => [index, "text"]);
  for (const value of [rows, { results: rows }, { query_status: { results: { results: rows } } }]) {
    let taken = 0;
    await jsonInTurns(value, { isOver: () => true, next: async () => void taken++ });
    // A turn for each 20,000 parts, which take some milliseconds.
    assert.ok(taken >= 7, `${taken} turns`);
  }
});

writing.run();
