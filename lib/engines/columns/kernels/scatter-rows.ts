import type { TaggedRows } from "./gather-rows.ts";

/** Rows of a segment by their order of arrival. */
export interface ArrivedRows {
  /** The row + 1 of each slot of the block; 0 = the slot is free. */
  rowAt: Uint32Array;
  /** The number of the row's event name. */
  nameAt: Uint32Array;
  ids: Uint32Array;
  /** Ms since `sinceMs`. */
  times: Uint32Array | Float64Array;
  sinceMs: number;
  /** The position of the segment, above the row's 16 bits. */
  place: number;
}

const TWO_32 = 2 ** 32;

/** Where rows go: see `TaggedRows`. */
type Scattered = Pick<TaggedRows, "lows" | "tags" | "tagBits" | "places">;

/**
 * Writes the rows of the slots `from` to `until − 1` to the positions of their distinct ids in `next`, which move on. Example:
 * next 5 8, slots with rows of ids 1 0 1 → places 8 5 9, next 6 10. Times of 32 bits, as nearly all segments have, are split
 * without a division: a row costs 20 ns, most of it for memory.
 */
export function scatterRows(
  { lows, tags, tagBits, places }: Scattered,
  next: Uint32Array,
  { rowAt, nameAt, ids, times, sinceMs, place }: ArrivedRows,
  from: number,
  until: number,
): void {
  if (times instanceof Float64Array) {
    for (let slot = from; slot < until; slot++) {
      const row = rowAt[slot]! - 1;
      if (row < 0) continue;
      const ms = sinceMs + times[row]!;
      const high = Math.floor(ms / TWO_32);
      const at = next[ids[row]!]!++;
      lows[at] = ms - high * TWO_32;
      tags[at] = nameAt[slot]! | (high << tagBits);
      places[at] = place | row;
    }
    return;
  }
  const sinceLow = sinceMs % TWO_32;
  const sinceTag = Math.floor(sinceMs / TWO_32);
  for (let slot = from; slot < until; slot++) {
    const row = rowAt[slot]! - 1;
    if (row < 0) continue;
    const ms = sinceLow + times[row]!;
    const id = ids[row]!;
    const at = next[id]!;
    next[id] = at + 1;
    lows[at] = ms;
    tags[at] = nameAt[slot]! | ((sinceTag + (ms >= TWO_32 ? 1 : 0)) << tagBits);
    places[at] = place | row;
  }
}
