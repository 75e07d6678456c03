import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { sortRows } from "../../../../lib/engines/columns/kernels/sort-rows.ts";
import type { SortedRows } from "../../../../lib/engines/columns/kernels/sort-rows.ts";

function toRows(times: readonly number[]): SortedRows {
  return {
    times: Float64Array.from(times),
    places: Uint32Array.from(times.keys()),
    values: Uint32Array.from(times.keys(), (row) => row + 100),
  };
}

const sort = suite("sortRows");

sort("sorts all columns together, and only the rows that it is told to", () => {
  const rows = toRows([9, 1, 5, 9, 2, 6, 0]);
  sortRows(rows, toRows(Array.from({ length: 10 }, () => 0)), 1, 6);
  assert.equal([...rows.times], [9, 1, 2, 5, 6, 9, 0]);
  assert.equal([...rows.places], [0, 1, 4, 2, 5, 3, 6]);
  assert.equal([...rows.values], [100, 101, 104, 102, 105, 103, 106]);
});

sort("sorts what is in order, backwards, late, in stretches or at random, and leaves equal times as they were", () => {
  const random = createRandom(5);
  const lists = [[], [1], [1, 1, 1], [3, 2, 1], [1, 5, 2, 6, 3], [1, 9, 2, 3, 4, 5], [9, 1, 9, 1, 9, 1]];
  for (let round = 0; round < 300; round++) {
    const length = random.integer(0, 200);
    const lateness = random.pick([0, 0.05, 0.5, 1]);
    const times = Array.from({ length }, (_, at) => (random.chance(lateness) ? random.integer(0, 30) : at));
    const cut = random.integer(0, length);
    lists.push(random.chance(0.5) ? times : [...times.slice(0, cut).toSorted((a, b) => a - b), ...times.slice(cut)]);
  }
  for (const times of lists) {
    const rows = toRows([-1, ...times, -2]);
    sortRows(rows, toRows(Array.from({ length: 2 * times.length }, () => 0)), 1, 1 + times.length);
    const wanted = [...times.entries()].toSorted(([place, time], [after, other]) => time - other || place - after);
    assert.equal([...rows.times], [-1, ...wanted.map(([, time]) => time), -2]);
    assert.equal([...rows.places], [0, ...wanted.map(([place]) => place + 1), times.length + 1]);
    assert.equal([...rows.values], [100, ...wanted.map(([place]) => place + 101), times.length + 101]);
  }
});

sort.run();
