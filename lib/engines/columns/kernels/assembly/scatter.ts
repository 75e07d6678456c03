import { Column, halfAt, putHalf, putWord, wordAt } from "./columns";

/** As `placeRows` of `scatter-rows.ts`. */
export function placeRows(rowAt: Column, nameAt: Column, slots: Column, name: u32, from: u32, until: u32): void {
  for (let row = from; row < until; row++) {
    const slot = halfAt(slots, row);
    putWord(rowAt, slot, row + 1);
    putWord(nameAt, slot, name);
  }
}

/** As `scatterRows` of `scatter-rows.ts`, for times of 32 bits. @param tagBytes of each tag: 2 or 4 */
export function scatterRows(
  lows: Column,
  tags: Column,
  tagBytes: u32,
  tagBits: u32,
  places: Column,
  next: Column,
  rowAt: Column,
  nameAt: Column,
  ids: Column,
  times: Column,
  sinceLow: u32,
  sinceHigh: u32,
  place: u32,
  from: u32,
  until: u32,
): void {
  for (let slot = from; slot < until; slot++) {
    const row = wordAt(rowAt, slot);
    if (row === 0) continue;
    const id = wordAt(ids, row - 1);
    const at = wordAt(next, id);
    putWord(next, id, at + 1);
    const low = sinceLow + wordAt(times, row - 1);
    const tag = wordAt(nameAt, slot) | ((sinceHigh + <u32>(low < sinceLow)) << tagBits);
    putWord(lows, at, low);
    if (tagBytes === 2) putHalf(tags, at, tag);
    else putWord(tags, at, tag);
    putWord(places, at, place | (row - 1));
  }
}

/** As `findUnordered` of `scatter-rows.ts`. */
export function findUnordered(
  lows: Column,
  tags: Column,
  tagBytes: u32,
  tagBits: u32,
  offsets: Column,
  first: u32,
  until: u32,
): u32 {
  for (let stretch = first; stretch < until; stretch++) {
    const end = wordAt(offsets, stretch + 1);
    let before: u64 = 0;
    for (let row = wordAt(offsets, stretch); row < end; row++) {
      const tag = tagBytes === 2 ? halfAt(tags, row) : wordAt(tags, row);
      const ms = ((<u64>(tag >>> tagBits)) << 32) | <u64>wordAt(lows, row);
      if (ms < before) return stretch;
      before = ms;
    }
  }
  return until;
}
