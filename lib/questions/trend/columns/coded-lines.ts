import type { PropertyColumn } from "../../../engines/columns/log/segment.ts";
import { eachBucket } from "../../../engines/columns/scan/each-bucket.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";

/** The lines of a segment's rows in two parts: a code for each row, a line for each code. */
export interface CodedLines {
  codes: PropertyColumn["codes"];
  table: Uint32Array;
  /** A bound above every line. */
  lineLimit: number;
}

/**
 * Rows of a slice in some buckets, side by side: those of bucket `buckets[k]` are `bounds[k]` to `bounds[k + 1] − 1`.
 */
export interface Stretches {
  buckets: readonly number[];
  bounds: readonly number[];
}

/** Null = no row of the slice is in a bucket. */
export function toStretches(slice: Slice, edgesMs: readonly number[]): Stretches | null {
  const buckets: number[] = [];
  const bounds: number[] = [];
  // In order of time: only rows before all buckets are left out.
  eachBucket(slice, edgesMs, (bucket, from, until) => {
    if (buckets.length === 0) bounds.push(from);
    buckets.push(bucket);
    bounds.push(until);
  });
  return buckets.length === 0 ? null : { buckets, bounds };
}
