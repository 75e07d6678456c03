import { compiledFor } from "./compiled.ts";
import type { TaggedRows } from "./gather-rows.ts";

/** Rows of a segment by their order of arrival. */
export interface ArrivedRows {
  /** The row + 1 of each slot; 0 = the slot is free. */
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

/** Notes rows of an event name at their slots. Example: slots 7 3 → 1 at slot 7, 2 at slot 3. */
export function placeRows(
  { rowAt, nameAt }: Pick<ArrivedRows, "rowAt" | "nameAt">,
  slots: Uint16Array,
  name: number,
  from: number,
  until: number,
): void {
  const compiled = compiledFor(rowAt, nameAt, slots);
  if (compiled !== null) {
    compiled.placeRows(rowAt.byteOffset, nameAt.byteOffset, slots.byteOffset, name, from, until);
    return;
  }
  for (let row = from; row < until; row++) {
    rowAt[slots[row]!] = row + 1;
    nameAt[slots[row]!] = name;
  }
}

/** Columns of `TaggedRows`. */
type Scattered = Pick<TaggedRows, "lows" | "tags" | "tagBits" | "places">;

/**
 * Writes the rows of the slots `from` to `until − 1` to the positions of their distinct ids in `next`, which move on.
 * Example: next 5 8, slots with rows of ids 1 0 1 → places 8 5 9, next 6 10. About 20 ns a row, mostly for memory.
 */
export function scatterRows(
  columns: Scattered,
  next: Uint32Array,
  arrived: ArrivedRows,
  from: number,
  until: number,
): void {
  if (scatterCompiled(columns, next, arrived, from, until)) return;
  const { lows, tags, tagBits, places } = columns;
  const { rowAt, nameAt, ids, times, sinceMs, place } = arrived;
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
}

/** Scatters by compiled kernels, if they see everything and times have 32 bits. */
function scatterCompiled(
  { lows, tags, tagBits, places }: Scattered,
  next: Uint32Array,
  { rowAt, nameAt, ids, times, sinceMs, place }: ArrivedRows,
  from: number,
  until: number,
): boolean {
  const compiled = compiledFor(lows, tags, places, next, rowAt, nameAt, ids, times);
  if (compiled === null || times instanceof Float64Array) return false;
  compiled.scatterRows(
    lows.byteOffset,
    tags.byteOffset,
    tags.BYTES_PER_ELEMENT,
    tagBits,
    places.byteOffset,
    next.byteOffset,
    rowAt.byteOffset,
    nameAt.byteOffset,
    ids.byteOffset,
    times.byteOffset,
    sinceMs % TWO_32,
    Math.floor(sinceMs / TWO_32),
    place,
    from,
    until,
  );
  return true;
}

/** Most moves for each row of a stretch. With more, merging the late rows costs less. */
const MOST_MOVES = 16;

/**
 * Sorts the stretches `first` to `until − 1` by time, where few moves do; rows of equal times keep their order.
 * @returns the first stretch that is not in order; `until` = all are
 */
export function orderStretches(
  { lows, tags, tagBits, places, offsets }: Scattered & Pick<TaggedRows, "offsets">,
  first: number,
  until: number,
): number {
  const compiled = compiledFor(lows, tags, places, offsets);
  if (compiled !== null) {
    return compiled.orderStretches(
      lows.byteOffset,
      tags.byteOffset,
      tags.BYTES_PER_ELEMENT,
      tagBits,
      places.byteOffset,
      offsets.byteOffset,
      first,
      until,
      MOST_MOVES,
    );
  }
  for (let stretch = first; stretch < until; stretch++) {
    const end = offsets[stretch + 1]!;
    let before = 0;
    for (let row = offsets[stretch]!; row < end; row++) {
      const ms = lows[row]! + (tags[row]! >>> tagBits) * TWO_32;
      if (ms < before) return stretch;
      before = ms;
    }
  }
  return until;
}
