import { compiledFor } from "./compiled.ts";
import type { SortedRows } from "./sort-rows.ts";

/** Rows ordered by distinct id, as `ActorIndex` keeps them. */
export interface TaggedRows {
  /** The low 32 bits of the ms since `minMs`. */
  lows: Uint32Array;
  /** The name's number in the lowest `tagBits` bits; above, the high bits of the ms. */
  tags: Uint16Array | Uint32Array;
  tagBits: number;
  places: Uint32Array;
  /** Epoch ms of the earliest row. */
  minMs: number;
  /** The rows of stretch k are `offsets[k]` to `offsets[k + 1] − 1`. */
  offsets: Uint32Array;
}

/** Means that the value depends on the row's place. No value is as large. */
export const BY_PLACE = 0xffff_ffff;

export interface RowValues {
  /** Indexed by the number of the event name: a value, 0 = rows of that name are left out, or `BY_PLACE`. */
  ofName: Uint32Array;
  /** Null = values depend only on names. */
  byPlace: Uint8Array | Uint16Array | Uint32Array | null;
}

/** Stretches of rows to gather together: the first `count`. */
export interface Stretches {
  /** The number of each stretch. */
  stretches: Uint32Array;
  /** The end of each stretch's gathered rows. */
  ends: Uint32Array;
  count: number;
}

/** Needs space for one row more than is gathered. */
export interface GatheredRows extends SortedRows {
  /** The position of each row in the actor index. */
  picked: Uint32Array;
}

const TWO_32 = 2 ** 32;

/**
 * Gathers the rows with a value: their times and values, and the end of each stretch. Example: names 0 1 0, values 5
 * for name 0 and none for 1 → two rows of value 5. Two look-ups for each row, two more with a value. Takes many
 * stretches at once, since most have few rows.
 */
export function gatherRows(rows: TaggedRows, asked: Stretches, values: RowValues, into: GatheredRows): void {
  if (gatherCompiled(rows, asked, values, into)) return;
  const { ofName, byPlace } = values;
  if (byPlace === null) pickByName(rows, asked, ofName, into);
  else pickByPlace(rows, asked, { ofName, byPlace }, into);
  const { lows, tags, tagBits, minMs } = rows;
  const { times, picked } = into;
  const end = asked.ends[asked.count - 1]!;
  for (let at = 0; at < end; at++) {
    const row = picked[at]!;
    times[at] = minMs + lows[row]! + (tags[row]! >>> tagBits) * TWO_32;
  }
}

/** Gathers by compiled kernels, if they see everything. */
function gatherCompiled(rows: TaggedRows, asked: Stretches, of: RowValues, into: GatheredRows): boolean {
  const { lows, tags, tagBits, minMs, offsets, places } = rows;
  const { stretches, ends, count } = asked;
  const { times, values, picked } = into;
  const byPlace = of.byPlace ?? places;
  const compiled = compiledFor(lows, tags, offsets, places, stretches, ends, of.ofName, byPlace, times, values, picked);
  compiled?.gatherRows(
    lows.byteOffset,
    tags.byteOffset,
    tags.BYTES_PER_ELEMENT,
    tagBits,
    minMs,
    offsets.byteOffset,
    stretches.byteOffset,
    ends.byteOffset,
    count,
    of.ofName.byteOffset,
    places.byteOffset,
    byPlace.byteOffset,
    of.byPlace?.BYTES_PER_ELEMENT ?? 0,
    times.byteOffset,
    values.byteOffset,
    picked.byteOffset,
  );
  return compiled !== null;
}

/** Looks up the places of gathered rows. */
export function gatherPlaces({ places }: TaggedRows, from: number, until: number, into: GatheredRows): void {
  const { places: placed, picked } = into;
  for (let at = from; at < until; at++) placed[at] = places[picked[at]!]!;
}

/** No branch: wanted rows cannot be predicted, and a wrong prediction costs as much as two rows. */
function pickByName(
  { tags, tagBits, offsets }: TaggedRows,
  { stretches, ends, count }: Stretches,
  ofName: Uint32Array,
  { picked, values }: GatheredRows,
): void {
  const nameMask = (1 << tagBits) - 1;
  let end = 0;
  for (let index = 0; index < count; index++) {
    const stretch = stretches[index]!;
    const until = offsets[stretch + 1]!;
    for (let row = offsets[stretch]!; row < until; row++) {
      const value = ofName[tags[row]! & nameMask]! | 0;
      picked[end] = row;
      values[end] = value;
      end += (value | -value) >>> 31;
    }
    ends[index] = end;
  }
}

function pickByPlace(
  { tags, tagBits, offsets, places }: TaggedRows,
  { stretches, ends, count }: Stretches,
  { ofName, byPlace }: { ofName: Uint32Array; byPlace: NonNullable<RowValues["byPlace"]> },
  { picked, values }: GatheredRows,
): void {
  const nameMask = (1 << tagBits) - 1;
  let end = 0;
  for (let index = 0; index < count; index++) {
    const stretch = stretches[index]!;
    const until = offsets[stretch + 1]!;
    for (let row = offsets[stretch]!; row < until; row++) {
      const ofOwn = ofName[tags[row]! & nameMask]!;
      const value = (ofOwn === BY_PLACE ? byPlace[places[row]!]! : ofOwn) | 0;
      picked[end] = row;
      values[end] = value;
      end += (value | -value) >>> 31;
    }
    ends[index] = end;
  }
}
