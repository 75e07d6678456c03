import { suite } from "uvu";
import * as assert from "uvu/assert";
import { formatBin, toBins, toLevels } from "../../../lib/questions/shared/histogram.ts";
import { quantile } from "../../../lib/questions/trend/columns/number-cells.ts";

const texts = (numbers: number[], count: number) => {
  const levels = numbers.length === 0 ? [] : toLevels(count);
  return toBins(levels.map((level) => quantile(Float64Array.from(numbers), level))).map(formatBin);
};

const histogram = suite("toBins");

histogram("cuts at the quantiles of the distinct numbers, at levels of two decimals", () => {
  const numbers = [25, 50, 75, 97.5, 100, 1000];
  assert.equal(texts(numbers, 3), ["[25.0,66.25]", "[66.25,98.37]", "[98.37,1000.01]"]);
});

histogram("gives the whole for one bin", () => assert.equal(texts([1, 5], 1), ["[1.0,5.01]"]));

histogram("merges bounds that are equal to two decimals", () => {
  assert.equal(texts([1, 1.001, 1.002, 5], 4), ["[1.0,2.0]", "[2.0,5.01]"]);
});

histogram("makes a bin of a single number, none of none", () => {
  assert.equal(texts([3], 4), ["[3.0,3.01]"]);
  assert.equal(texts([], 4), []);
});

histogram.run();

const format = suite("formatBin");

format("writes whole numbers with a decimal, and NaN", () => {
  assert.is(formatBin({ low: -1, high: 0.5 }), "[-1.0,0.5]");
  assert.is(formatBin({ low: NaN, high: NaN }), "[nan,nan]");
});

format.run();
