import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { sortByTime } from "../../../lib/columns/kernels/sort-runs.ts";
import type { Sortable } from "../../../lib/columns/kernels/sort-runs.ts";

const sorting = suite("sortByTime");

function toSortable(times: number[]): Sortable {
  return {
    times: Float64Array.from(times),
    places: Uint32Array.from(times.keys()),
    steps: Uint32Array.from(times.keys(), (row) => row + 100),
  };
}

sorting("sorts ascending stretches, with all columns, and only the rows that it is told to", () => {
  const rows = toSortable([9, 1, 5, 9, 2, 6, 0]);
  sortByTime(rows, toSortable([9, 1, 5, 9, 2, 6, 0]), { from: 1, until: 6 }, () => false);
  assert.equal([...rows.times], [9, 1, 2, 5, 6, 9, 0]);
  assert.equal([...rows.places], [0, 1, 4, 2, 5, 3, 6]);
  assert.equal([...rows.steps], [100, 101, 104, 102, 105, 103, 106]);
});

sorting("orders few and many rows as a plain sort does, equal times by who is said to be first", () => {
  const random = createRandom(5);
  for (let round = 0; round < 300; round++) {
    const length = random.integer(0, 200);
    const times = Array.from({ length }, () => random.integer(0, 40));
    // In stretches, as segments give them.
    const cut = random.integer(0, length);
    const given = [...times.slice(0, cut).toSorted((a, b) => a - b), ...times.slice(cut)];
    const rows = toSortable(given);
    sortByTime(rows, toSortable(given), { from: 0, until: length }, (place, other) => place > other);
    const wanted = [...given.entries()].toSorted((a, b) => a[1] - b[1] || b[0] - a[0]);
    assert.equal(
      [...rows.places],
      wanted.map(([place]) => place),
    );
    assert.equal(
      [...rows.times],
      wanted.map(([, time]) => time),
    );
  }
});

sorting.run();
