import type { PropertyColumn } from "../../../engines/columns/log/segment.ts";
import { eachBucket } from "../../../engines/columns/scan/each-bucket.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";

/** The lines of a segment's rows in two parts: a code for each row, a line for each code. */
export interface CodedLines {
  codes: PropertyColumn["codes"];
  table: Uint32Array;
  /** Every line is below. */
  lineLimit: number;
}

/** Rows of a slice that lie in some buckets, side by side: those of bucket `buckets[k]` are `bounds[k]` to `bounds[k + 1] − 1`. */
export interface Stretches {
  buckets: readonly number[];
  bounds: readonly number[];
}

/** Cuts a slice into stretches; null = none of its rows lies in a bucket. */
export function toStretches(slice: Slice, edgesMs: readonly number[]): Stretches | null {
  const buckets: number[] = [];
  const bounds: number[] = [];
  // In the order of time, so that only rows before all buckets are left out.
  eachBucket(slice, edgesMs, (bucket, from, until) => {
    if (buckets.length === 0) bounds.push(from);
    buckets.push(bucket);
    bounds.push(until);
  });
  return buckets.length === 0 ? null : { buckets, bounds };
}
