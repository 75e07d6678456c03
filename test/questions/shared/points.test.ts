import { suite } from "uvu";
import * as assert from "uvu/assert";
import { accumulate, smooth, total } from "../../../lib/questions/shared/points.ts";

const sums = suite("accumulate");

sums("gives running sums", () => assert.equal(accumulate([1, 0, 2]), [1, 1, 3]));

sums.run();

const smoothing = suite("smooth");

smoothing("floors the mean of each point and those before it, fewer at the start", () => {
  assert.equal(smooth([3, 4, 8, 1], 3), [3, 3, 5, 4]);
});

smoothing("leaves points as they are for one interval", () => assert.equal(smooth([1.5, 2], 1), [1.5, 2]));

smoothing("does not drift", () => assert.equal(smooth([0.1, 0.2, 1, 1, 1], 2).at(-1), 1));

smoothing.run();

const totals = suite("total");

totals("adds up", () => assert.equal([total([]), total([1, 2.5])], [0, 3.5]));

totals.run();
