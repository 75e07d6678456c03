import type { PropertyColumn } from "../log/segment.ts";

/** The item of each row of one event name: `table[code]`, one for each row, or one for all. */
export type RowItems =
  | { codes: PropertyColumn["codes"]; table: Uint32Array }
  | { codes: null; items: Uint32Array }
  | { codes: null; item: number };

/**
 * Writes the item of the rows `start` to `end − 1`; `noItem` for rows that `mask` leaves out (null = none; it begins at
 * row `start`). Example: codes 1 0 1, table 7 8, mask 1 1 0 → 8 7 noItem. One look-up per row.
 */
export function fillItems(
  items: Uint32Array,
  { start, end, mask, own }: { start: number; end: number; mask: Uint8Array | null; own: RowItems },
  noItem: number,
): void {
  if ("item" in own) items.fill(own.item, start, end);
  else if (own.codes === null) items.set(own.items, start);
  else {
    const { codes, table } = own;
    for (let row = start; row < end; row++) items[row] = table[codes[row]!]!;
  }
  if (mask === null) return;
  for (let row = start; row < end; row++) if (mask[row - start] === 0) items[row] = noItem;
}

/**
 * Removes the items outside of their actor's time range. `actors` begin with row `start`, `times` count from `minMs`.
 * Four look-ups per row.
 */
export function clearOutside(
  items: Uint32Array,
  { start, actors, times, minMs }: { start: number; actors: Uint32Array; times: ArrayLike<number>; minMs: number },
  { fromMs, toMs }: { fromMs: Float64Array; toMs: Float64Array },
  noItem: number,
): void {
  for (let index = 0; index < actors.length; index++) {
    const actor = actors[index]!;
    const ms = minMs + times[start + index]!;
    if (!(ms >= fromMs[actor]! && ms <= toMs[actor]!)) items[start + index] = noItem;
  }
}
