import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BUCKETS, cutSlices } from "../../../adapters/clickhouse/slices.ts";

const slices = suite("cutSlices");
const actors = { by: "persons" } as const;

slices("fills slices up to the limit, and has every bucket in one", () => {
  const sizes = new Map([
    [0, 3],
    [1, 2],
    [2, 4],
    [700, 1],
    [1023, 5],
  ]);
  assert.equal(cutSlices(actors, sizes, 5), [
    { actors, from: 0, until: 2, events: 5 },
    { actors, from: 2, until: BUCKETS - 1, events: 5 },
    { actors, from: BUCKETS - 1, until: BUCKETS, events: 5 },
  ]);
});

slices("has no slices when one bucket is too large", () => {
  assert.is(cutSlices(actors, new Map([[9, 6]]), 5), null);
});

slices.run();
