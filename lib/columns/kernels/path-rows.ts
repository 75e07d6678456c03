import type { PropertyColumn } from "../segment.ts";

/** The item of each row of one event name: `table[code]`, or the same for all. */
export type RowItems = { codes: PropertyColumn["codes"]; table: Uint32Array } | { codes: null; item: number };

/**
 * Writes down the item of the rows `start` to `end − 1`; `noItem` for those that `mask`, which begins at row `start`, leaves
 * out (null = none). Example: codes 1 0 1, table 7 8, mask 1 1 0 → 8 7 noItem. One look-up per row.
 */
export function fillItems(
  items: Uint32Array,
  { start, end, mask, own }: { start: number; end: number; mask: Uint8Array | null; own: RowItems },
  noItem: number,
): void {
  if (own.codes === null) items.fill(own.item, start, end);
  else {
    const { codes, table } = own;
    for (let row = start; row < end; row++) items[row] = table[codes[row]!]!;
  }
  if (mask === null) return;
  for (let row = start; row < end; row++) if (mask[row - start] === 0) items[row] = noItem;
}

/** Takes away the items of rows whose actor counts at other times only. Four look-ups per row. */
export function clearOutside(
  items: Uint32Array,
  { start, end, ids, actors, times, minMs }: Omit<ItemRows, "items" | "noItem"> & SegmentTimes,
  { fromMs, toMs }: { fromMs: Float64Array; toMs: Float64Array },
  noItem: number,
): void {
  for (let row = start; row < end; row++) {
    const actor = actors[ids[row]!]!;
    const ms = minMs + times[row]!;
    if (!(ms >= fromMs[actor]! && ms <= toMs[actor]!)) items[row] = noItem;
  }
}

/** When rows of a segment were: ms since `minMs`. */
export interface SegmentTimes {
  times: Uint32Array | Float64Array;
  minMs: number;
}

/** The rows of a segment, with the item of each. */
export interface ItemRows {
  /** The first row that has an item, and the one after the last. */
  start: number;
  end: number;
  items: Uint32Array;
  noItem: number;
  /** Distinct id of each row, and the actor of each distinct id. */
  ids: Uint32Array;
  actors: Uint32Array;
}

/** Counts the rows with an item, by actor: actors of rows 3 1 3 → counts[1] = 1, counts[3] = 2. Four look-ups per row. */
export function countItems(counts: Uint32Array, { start, end, items, noItem, ids, actors }: ItemRows): void {
  for (let row = start; row < end; row++) if (items[row] !== noItem) counts[actors[ids[row]!]!]! += 1;
}

/**
 * Finds the rows with an item in the order in which they arrived: `rowAt[seq]` is the row, −1 = there is none. Two look-ups
 * per row, all within some 100 KB.
 */
export function findArrivals(rowAt: Int32Array, seqs: Uint32Array, { start, end, items, noItem }: ItemRows): void {
  rowAt.fill(-1);
  for (let row = start; row < end; row++) if (items[row] !== noItem) rowAt[seqs[row]!] = row;
}

/**
 * Puts the rows with an item where their actors' rows are: time (epoch ms) and item of the next row of actor a to places
 * 2·`next[a]` and after. Only actors `firstActor` to `endActor − 1`. In the order of `rowAt`; null = in that of the rows.
 * Five look-ups and one far write per row.
 */
export function placeItems(
  moments: Float64Array,
  next: Uint32Array,
  { rows, rowAt, times, minMs }: { rows: ItemRows; rowAt: Int32Array | null } & SegmentTimes,
  { firstActor, endActor }: { firstActor: number; endActor: number },
): void {
  const { items, noItem, ids, actors } = rows;
  const from = rowAt === null ? rows.start : 0;
  const until = rowAt === null ? rows.end : rowAt.length;
  for (let place = from; place < until; place++) {
    const row = rowAt === null ? place : rowAt[place]!;
    if (row < 0 || items[row] === noItem) continue;
    const actor = actors[ids[row]!]!;
    if (actor < firstActor || actor >= endActor) continue;
    const at = 2 * next[actor]!++;
    moments[at] = minMs + times[row]!;
    moments[at + 1] = items[row]!;
  }
}
