import { Column, putNumber, putWord, uintAt, wordAt } from "./columns";

const TWO_32: f64 = 4_294_967_296;

/** As `BY_PLACE` of `gather-rows.ts`. */
const BY_PLACE: u32 = 0xffff_ffff;

/** As `gatherRows`. @param tagBytes 2 or 4 @param placeBytes of each value by place: 1, 2 or 4; 0 = no such values */
export function gatherRows(
  lows: Column,
  tags: Column,
  tagBytes: u32,
  tagBits: u32,
  minMs: f64,
  offsets: Column,
  stretches: Column,
  ends: Column,
  count: u32,
  ofName: Column,
  places: Column,
  byPlace: Column,
  placeBytes: u32,
  times: Column,
  values: Column,
  picked: Column,
): void {
  const nameMask: u32 = (1 << tagBits) - 1;
  let end: u32 = 0;
  for (let index: u32 = 0; index < count; index++) {
    const stretch = wordAt(stretches, index);
    const until = wordAt(offsets, stretch + 1);
    // No branch, since wanted rows cannot be predicted.
    if (placeBytes === 0) {
      for (let row = wordAt(offsets, stretch); row < until; row++) {
        putWord(picked, end, row);
        end += <u32>(wordAt(ofName, uintAt(tags, tagBytes, row) & nameMask) !== 0);
      }
    } else {
      for (let row = wordAt(offsets, stretch); row < until; row++) {
        const ofOwn = wordAt(ofName, uintAt(tags, tagBytes, row) & nameMask);
        const isByPlace = ofOwn === BY_PLACE;
        // Rows whose name has a value read the first place, which is near.
        const found = uintAt(byPlace, placeBytes, select<u32>(wordAt(places, row), 0, isByPlace));
        const value = select<u32>(found, ofOwn, isByPlace);
        putWord(picked, end, row);
        putWord(values, end, value);
        end += <u32>(value !== 0);
      }
    }
    putWord(ends, index, end);
  }
  for (let at: u32 = 0; at < end; at++) {
    const row = wordAt(picked, at);
    const tag = uintAt(tags, tagBytes, row);
    putNumber(times, at, minMs + <f64>wordAt(lows, row) + <f64>(tag >>> tagBits) * TWO_32);
    if (placeBytes === 0) putWord(values, at, wordAt(ofName, tag & nameMask));
  }
}
