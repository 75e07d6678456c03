import { suite } from "uvu";
import * as assert from "uvu/assert";
import { eachBucket } from "../../../../lib/engines/columns/scan/each-bucket.ts";
import type { Slice } from "../../../../lib/engines/columns/scan/scan.ts";

/** Six rows at 100, 110, … 150 ms. @param readTimes called when their times are read */
function slice(readTimes = () => {}): Pick<Slice, "segment" | "start" | "end"> {
  const core = () => ({
    get times() {
      readTimes();
      return Uint32Array.of(0, 10, 20, 30, 40, 50);
    },
  });
  return { segment: { minMs: 100, maxMs: 150, core } as unknown as Slice["segment"], start: 1, end: 5 };
}

function bucketsOf(edgesMs: number[], readTimes?: () => void): number[][] {
  const found: number[][] = [];
  eachBucket(slice(readTimes), edgesMs, (...bucket) => found.push(bucket));
  return found;
}

function refuse(): void {
  throw new Error("The times were read.");
}

const buckets = suite("eachBucket");

buckets("cuts rows at the edges, and leaves out those before the first", () => {
  assert.equal(bucketsOf([100, 120, 140]), [
    [0, 1, 2],
    [1, 2, 4],
    [2, 4, 5],
  ]);
  assert.equal(bucketsOf([125, 1000]), [[0, 3, 5]]);
  assert.equal(bucketsOf([200]), []);
});

buckets("reads no times where one bucket has the whole segment", () => {
  for (const edges of [[100], [0, 100, 151], [50, 200, 300]])
    assert.equal(bucketsOf(edges, refuse), [[edges[1] === 100 ? 1 : 0, 1, 5]]);
  assert.throws(() => bucketsOf([100, 150], refuse), /were read/);
});

buckets.run();
