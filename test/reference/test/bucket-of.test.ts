import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bucketOf } from "../rows/bucket-of.ts";

const bucket = suite("bucketOf");

bucket("finds the last edge at or before the time", () => {
  const edges = [10, 20, 30, 40];
  assert.equal(
    [9, 10, 19, 20, 39, 40, 1000].map((ms) => bucketOf(edges, ms)),
    [-1, 0, 0, 1, 2, 3, 3],
  );
  assert.is(bucketOf([], 5), -1);
});

bucket.run();
