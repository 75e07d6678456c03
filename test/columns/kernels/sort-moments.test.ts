import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { sortMoments } from "../../../lib/columns/kernels/sort-moments.ts";

/** Times, each with its place in what is sorted. */
function toMoments(times: readonly number[]): [number, number][] {
  return times.map((time, place) => [time, place]);
}

const sort = suite("sortMoments");

sort("sorts what is in order, backwards, late or at random, and leaves equal times as they were", () => {
  const random = createRandom(5);
  const lists = [[], [1], [1, 1, 1], [3, 2, 1], [1, 5, 2, 6, 3], [1, 9, 2, 3, 4, 5], [9, 1, 9, 1, 9, 1]];
  for (let round = 0; round < 300; round++) {
    const length = random.integer(0, 90);
    const lateness = random.pick([0, 0.05, 0.5, 1]);
    lists.push(Array.from({ length }, (_, at) => (random.chance(lateness) ? random.integer(0, 30) : at)));
  }
  for (const times of lists) {
    const given = toMoments(times);
    // Others before and after stay untouched.
    const moments = Float64Array.from([[-1, -1], ...given, [-2, -2]].flat());
    sortMoments(moments, new Float64Array(2 * times.length), 1, 1 + times.length);
    const wanted = given.toSorted(([time, place], [other, after]) => time - other || place - after);
    assert.equal([...moments], [[-1, -1], ...wanted, [-2, -2]].flat());
  }
});

sort.run();
