import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { PairCounts } from "../../../../lib/engines/columns/entities/pair-counts.ts";
import { whenAll } from "../../../support/rounds.ts";

const counts = suite("PairCounts");

counts("counts keys in their order, within bounds", () => {
  const pairs = new PairCounts();
  for (const key of [7, 3, 7, 100]) pairs.add(key);
  assert.equal([...pairs.between(0, 10)], [1, 2]);
  pairs.add(3);
  assert.equal([...pairs.between(0, 10)], [2, 2]);
  assert.equal([...pairs.between(4, 101)], [2, 1]);
  assert.equal([...pairs.between(8, 100)], []);
  const seen: number[][] = [];
  pairs.each((key, count) => seen.push([key, count]));
  assert.equal(seen, [
    [3, 2],
    [7, 2],
    [100, 1],
  ]);
});

whenAll(counts)("counts as a map does where keys are sorted in several times", () => {
  const random = createRandom(1);
  const pairs = new PairCounts();
  const known = new Map<number, number>();
  for (let index = 0; index < 300_000; index++) {
    const key = random.integer(0, 100_000);
    pairs.add(key);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  const wanted = [...known].toSorted(([a], [b]) => a - b).map(([, count]) => count);
  assert.equal([...pairs.between(0, Infinity)], wanted);
});

counts.run();
