import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { medianOf, weightedMedianOf } from "../../../../lib/engines/columns/kernels/select.ts";

/** The median, by sorting. */
function naive(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = NaN, high = NaN] = [sorted[(sorted.length - 1) >>> 1], sorted[sorted.length >>> 1]];
  return (low + high) / 2;
}

const median = suite("medianOf");

median("gives the middle of sorting, of even and odd counts and of equal numbers", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = createRandom(seed);
    const numbers = Array.from({ length: random.integer(1, 60) }, () => random.integer(0, random.pick([2, 30, 1000])));
    assert.is(medianOf(Float64Array.from([...numbers, -5]), numbers.length), naive(numbers), `seed ${seed}`);
  }
});

median("gives the middle of many numbers, however they lie", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = createRandom(seed);
    const spread = random.pick([0, 1, 30, 1e6, 1e12]);
    const numbers = Array.from({ length: random.integer(4090, 9000) }, () =>
      random.chance(0.9) ? random.integer(0, spread) : random.integer(0, 1e6) / 2,
    );
    // Half of the numbers at either end, so that the middle lies between them.
    if (random.chance(0.3)) numbers.fill(1e9 + 0.5, numbers.length >>> 1);
    const wanted = naive(numbers);
    assert.is(medianOf(Float64Array.from([...numbers, -5]), numbers.length), wanted, `seed ${seed}`);
  }
});

median.run();

const weighted = suite("weightedMedianOf");

weighted("gives the middle of writing each number as often as its weight says", () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const random = createRandom(seed);
    const numbers = Array.from({ length: random.integer(1, 150) }, () => random.integer(0, random.pick([1, 30, 1e6])));
    const weights = numbers.map(() => random.integer(1, random.pick([1, 1, 5, 100])));
    const all = numbers.flatMap((number, index) => Array.from({ length: weights[index] ?? 0 }, () => number));
    const found = weightedMedianOf(
      Float64Array.from([...numbers, -5]),
      Uint32Array.from([...weights, 9]),
      numbers.length,
      all.length,
    );
    assert.is(found, naive(all), `seed ${seed}`);
  }
});

weighted.run();
