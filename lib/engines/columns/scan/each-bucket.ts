import { HOUR_MS } from "../log/hours.ts";
import { lowerBound } from "../log/segment.ts";
import type { Hours } from "../log/segment.ts";
import type { Slice } from "./scan.ts";

/** The position of the last of the ascending `edgesMs` at or before `ms`; −1 = before all edges. */
export function placeOf(edgesMs: readonly number[], ms: number): number {
  let low = 0;
  let high = edgesMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edgesMs[middle]! <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Cuts the rows of a slice, which are in order of time, into buckets: calls `see` for each bucket with rows. Leaves out
 * rows before the first edge. One search a bucket with rows, short for few rows.
 */
export function eachBucket(
  { segment, start, end }: Pick<Slice, "segment" | "start" | "end">,
  edgesMs: readonly number[],
  see: (bucket: number, from: number, until: number) => void,
): void {
  const { minMs, maxMs } = segment;
  const first = placeOf(edgesMs, minMs);
  // All rows lie in one bucket: their times are not needed.
  if (first >= 0 && maxMs < (edgesMs[first + 1] ?? Infinity)) {
    if (start < end) see(first, start, end);
    return;
  }
  if (areHours(edgesMs, first + 1, maxMs)) {
    const hours = segment.hours();
    if (hours !== null) return eachBucketOfHours({ start, end, minMs, maxMs }, hours, edgesMs, see);
  }
  const { times } = segment.core();
  let from = start;
  while (from < end) {
    const bucket = placeOf(edgesMs, minMs + times[from]!);
    const edgeMs = edgesMs[bucket + 1];
    const until = edgeMs === undefined ? end : boundAfter(times, edgeMs - minMs, from, end);
    if (bucket >= 0) see(bucket, from, until);
    from = until;
  }
}

/** Do the edges up to `maxMs` begin with an hour of UTC? */
function areHours(edgesMs: readonly number[], from: number, maxMs: number): boolean {
  for (let edge = from; edge < edgesMs.length && edgesMs[edge]! <= maxMs; edge++) {
    if (edgesMs[edge]! % HOUR_MS !== 0) return false;
  }
  return true;
}

function eachBucketOfHours(
  { start, end, minMs, maxMs }: { start: number; end: number; minMs: number; maxMs: number },
  { rows, hours }: Hours,
  edgesMs: readonly number[],
  see: (bucket: number, from: number, until: number) => void,
): void {
  let at = stretchOf(rows, start);
  let from = start;
  // The hour may begin before the segment, and before an edge that precedes the segment.
  let bucket = placeOf(edgesMs, Math.max(minMs, hours[at]! * HOUR_MS));
  for (;;) {
    const edgeMs = edgesMs[bucket + 1] ?? Infinity;
    const until = edgeMs > maxMs ? end : rowFrom(edgeMs / HOUR_MS);
    if (bucket >= 0 && from < until) see(bucket, from, until);
    if (until === end) return;
    from = until;
    // Mostly the next bucket has rows.
    const ms = hours[at]! * HOUR_MS;
    bucket = ms < (edgesMs[bucket + 2] ?? Infinity) ? bucket + 1 : placeOf(edgesMs, ms);
  }

  /** Goes on to the first stretch at or after an hour, and returns its first row; `end` = there is none. */
  function rowFrom(hour: number): number {
    const isBefore = (stretch: number) => rows[stretch]! < end && hours[stretch]! < hour;
    // An hour is at most as many stretches away as hours, and exactly that in a busy project.
    let high = Math.min(rows.length, at + (hour - hours[at]!));
    let low = isBefore(high - 1) ? high : at + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    at = low;
    return low < rows.length ? Math.min(rows[low]!, end) : end;
  }
}

/** The stretch of a row; `rows` are first rows. */
function stretchOf(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! <= row) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** `lowerBound` in doubling steps: late rows make many buckets of a row or two. */
function boundAfter(times: Uint32Array | Float64Array, offset: number, start: number, end: number): number {
  let low = start;
  let step = 1;
  while (low + step < end && times[low + step]! < offset) {
    low += step;
    step *= 2;
  }
  return lowerBound(times, offset, low, Math.min(low + step, end));
}
