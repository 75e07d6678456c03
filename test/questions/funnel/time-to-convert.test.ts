import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toHistogram } from "../../../lib/questions/funnel/time-to-convert.ts";

const histogram = suite("toHistogram");

histogram("cuts the sample into bins, and one more for the largest", () => {
  // The example of reference/insights.md 11.10.
  const found = toHistogram(Float64Array.of(2220, 3600, 82_800), null);
  assert.equal(found.bins, [
    [2220, 2],
    [29_080, 0],
    [55_940, 0],
    [82_800, 1],
  ]);
  assert.is(found.average_conversion_time, 29_540);
});

const count = (size: number, wanted: number | null) =>
  toHistogram(
    Float64Array.from({ length: size }, (_, index) => index),
    wanted,
  ).bins.length - 1;

histogram("takes as many bins as the cube root of the sample, 3 to 60, unless told", () => {
  assert.equal([count(2, null), count(125, null), count(126, null), count(5, 1)], [3, 5, 6, 1]);
});

histogram("gives bins of a minute where all took the same, and none for nobody", () => {
  assert.equal(toHistogram(Float64Array.of(10.5, 10.5), 1), { bins: [[10, 2], [11, 0]], average_conversion_time: 10.5 }); // prettier-ignore
  assert.equal(toHistogram(Float64Array.of(60), 2).bins, [[60, 1], [120, 0], [180, 0]]); // prettier-ignore
  assert.equal(toHistogram(new Float64Array(0), null), { bins: [], average_conversion_time: null });
});

histogram.run();
