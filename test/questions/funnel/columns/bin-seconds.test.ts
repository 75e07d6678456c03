import { suite } from "uvu";
import * as assert from "uvu/assert";
import { binSeconds } from "../../../../lib/questions/funnel/columns/bin-seconds.ts";

const bins = suite("binSeconds");

bins("cuts the sample into bins, and one more for the largest", () => {
  // The example of reference/query.md 5, from two threads.
  assert.equal(binSeconds([Float64Array.of(2220, 82_800), Float64Array.of(3600)], null), {
    averageSeconds: 29_540,
    medianSeconds: 3600,
    startSeconds: 2220,
    widthSeconds: 40_290,
    counts: [2, 0, 1],
  });
});

const count = (size: number, wanted: number | null) =>
  binSeconds([Float64Array.from({ length: size }, (_, index) => index)], wanted).counts.length - 1;

bins("takes as many bins as the cube root of the sample, 1 to 60, unless told", () => {
  const found = [1, 2, 125, 126, 216_001].map((size) => count(size, null));
  assert.equal([...found, count(5, 1)], [1, 2, 5, 6, 60, 1]);
});

bins("gives bins of a minute where all took the same, and none for nobody", () => {
  const same = binSeconds([Float64Array.of(10.5, 10.5)], 1);
  assert.equal(same, { averageSeconds: 10.5, medianSeconds: 10.5, startSeconds: 10, widthSeconds: 1, counts: [2, 0] });
  const whole = binSeconds([Float64Array.of(60)], 2);
  assert.equal(whole, { averageSeconds: 60, medianSeconds: 60, startSeconds: 60, widthSeconds: 60, counts: [1, 0, 0] });
  assert.equal(binSeconds([new Float64Array(0)], null).counts, []);
  assert.is(binSeconds([], null).averageSeconds, null);
  assert.is(binSeconds([], null).medianSeconds, null);
  assert.is(binSeconds([Float64Array.of(4, 1), Float64Array.of(2, 9)], null).medianSeconds, 3);
});

bins.run();
