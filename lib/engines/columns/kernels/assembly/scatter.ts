import { Column, halfAt, putHalf, putWord, wordAt } from "./columns";

/** As `placeRows` of `scatter-rows.ts`. */
export function placeRows(rowAt: Column, nameAt: Column, slots: Column, name: u32, from: u32, until: u32): void {
  for (let row = from; row < until; row++) {
    const slot = halfAt(slots, row);
    putWord(rowAt, slot, row + 1);
    putWord(nameAt, slot, name);
  }
}

/** As `scatterRows` of `scatter-rows.ts`, for times of 32 bits. @param tagBytes 2 or 4 */
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
    putTag(tags, tagBytes, at, tag);
    putWord(places, at, place | (row - 1));
  }
}

function putTag(tags: Column, tagBytes: u32, at: u32, tag: u32): void {
  if (tagBytes === 2) putHalf(tags, at, tag);
  else putWord(tags, at, tag);
}

function tagAt(tags: Column, tagBytes: u32, at: u32): u32 {
  return tagBytes === 2 ? halfAt(tags, at) : wordAt(tags, at);
}

/** As `orderStretches` of `scatter-rows.ts`. @param most moves for each row of a stretch */
export function orderStretches(
  lows: Column,
  tags: Column,
  tagBytes: u32,
  tagBits: u32,
  places: Column,
  offsets: Column,
  first: u32,
  until: u32,
  most: u32,
): u32 {
  for (let stretch = first; stretch < until; stretch++) {
    const from = wordAt(offsets, stretch);
    const end = wordAt(offsets, stretch + 1);
    let left: u64 = <u64>(end - from) * <u64>most;
    let before: u64 = 0;
    for (let row = from; row < end; row++) {
      const low = wordAt(lows, row);
      const tag = tagAt(tags, tagBytes, row);
      const ms = ((<u64>(tag >>> tagBits)) << 32) | <u64>low;
      if (ms >= before) {
        before = ms;
        continue;
      }
      const place = wordAt(places, row);
      let at = row;
      while (at > from) {
        const ownLow = wordAt(lows, at - 1);
        const own = tagAt(tags, tagBytes, at - 1);
        if ((((<u64>(own >>> tagBits)) << 32) | <u64>ownLow) <= ms) break;
        putWord(lows, at, ownLow);
        putTag(tags, tagBytes, at, own);
        putWord(places, at, wordAt(places, at - 1));
        at--;
      }
      putWord(lows, at, low);
      putTag(tags, tagBytes, at, tag);
      putWord(places, at, place);
      const moves = <u64>(row - at);
      if (moves > left) return stretch;
      left -= moves;
    }
  }
  return until;
}
