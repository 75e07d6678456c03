import type { ActorsRows } from "./best-tally.ts";
import { compiledFor } from "./compiled.ts";

/** The rules of paths that are cut to their first items. */
export interface PathRules {
  /** Rows outside do not count. */
  fromMs: number;
  untilMs: number;
  /** The pause in ms from which on another session begins. */
  gapMs: number;
  /** An item that does not end a path. */
  empty: number;
  /** Items of a path. */
  limit: number;
}

/** Edges at `((step − 1) · items + source) · items + target`, for items below `items` and steps from 1. */
export interface EdgeLists {
  steps: number;
  items: number;
  counts: Uint32Array;
  sumsMs: Float64Array;
}

/** Do compiled kernels see everything? Values must be items below `items`. */
export function canCountPaths({ actors, ends, times, values }: ActorsRows, { counts, sumsMs }: EdgeLists): boolean {
  return compiledFor(counts, sumsMs, actors, ends, times, values) !== null;
}

/**
 * Counts the edges of all paths of the stretches `first` to `until − 1`: as `readSession` and `cutPath` find them
 * without a point to cut at. About 5 ns a row.
 */
export function countPaths(rows: ActorsRows, lists: EdgeLists, rules: PathRules, first: number, until: number): void {
  const { actors, ends, times, values } = rows;
  const { counts, sumsMs, steps, items } = lists;
  const compiled = compiledFor(counts, sumsMs, actors, ends, times, values);
  if (compiled === null || rules.limit > steps + 1) throw new RangeError("Rows that do not fit were given to paths.");
  compiled.countPaths(
    actors.byteOffset,
    ends.byteOffset,
    first,
    until,
    times.byteOffset,
    values.byteOffset,
    rules.fromMs,
    rules.untilMs,
    rules.gapMs,
    rules.empty,
    rules.limit,
    items,
    counts.byteOffset,
    sumsMs.byteOffset,
  );
}
