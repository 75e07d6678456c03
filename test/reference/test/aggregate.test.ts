import { suite } from "uvu";
import * as assert from "uvu/assert";
import { aggregateOf } from "../rows/aggregate.ts";

const aggregates = suite("aggregateOf");

const all = (list: number[]) => (["sum", "avg", "min", "max"] as const).map((name) => aggregateOf(list, { name }));

aggregates("works out sums, means and extremes, 0 of nothing", () => {
  const numbers = [4, -1, 6];
  assert.equal(all(numbers), [9, 3, -1, 6]);
  assert.equal(all([]), [0, 0, 0, 0]);
});

const quantile = (level: number, numbers: number[]) => aggregateOf(numbers, { name: "quantile", level });

aggregates("interpolates quantiles between neighbours", () => {
  assert.is(quantile(0.5, [1, 2, 10, 3]), 2.5);
  assert.is(quantile(0.9, [100, 200]), 190);
  assert.equal([quantile(0, [3, 1]), quantile(1, [3, 1]), quantile(0.99, [7]), quantile(0.5, [])], [1, 3, 7, 0]);
});

aggregates.run();
