import type { SortedRows } from "./sort-rows.ts";

/** Rows in order of who did them, as `RowOrder` keeps them. */
export interface TaggedRows {
  /** The low 32 bits of the ms since the first of all. */
  lows: Uint32Array;
  /** The name's number in the lowest `tagBits` bits, above it the rest of the ms. */
  tags: Uint16Array | Uint32Array;
  tagBits: number;
  places: Uint32Array;
  /** Epoch ms of the first of all. */
  minMs: number;
  /** The rows of stretch k are `offsets[k]` to `offsets[k + 1] − 1`. */
  offsets: Uint32Array;
}

/** What rows stand for. */
export interface RowValues {
  /** By the name's number; 0 = rows of that name are left out, or have values by place. */
  ofName: Uint32Array;
  /** By the name's number, 1 = the value is that of the row's place; null = it is always the name's. */
  isByPlace: Uint8Array | null;
  byPlace: Uint8Array | Uint16Array | Uint32Array;
}

/** Stretches of rows that are gathered together: the first `count`. */
export interface Stretches {
  /** Which ones. */
  stretches: Uint32Array;
  /** Where the rows of each end that were gathered. */
  ends: Uint32Array;
  count: number;
}

/** Rows that were gathered; what else is known of each of them may be looked up. There must be room for one more than come. */
export interface GatherRoom extends SortedRows {
  /** Which row of the order it is. */
  picked: Uint32Array;
}

const TWO_32 = 2 ** 32;

/**
 * Gathers the rows of some stretches that have a value: their times and values, and for each stretch where they end.
 * Example: names 0 1 0, values 5 for name 0 and none for 1 → two rows of value 5. Two look-ups for each row, two more for one
 * that has a value. Many stretches at once, since most have few rows.
 */
export function gatherRows(rows: TaggedRows, asked: Stretches, values: RowValues, into: GatherRoom): void {
  if (values.isByPlace === null) pickByName(rows, asked, values.ofName, into);
  else pickByPlace(rows, asked, values, into);
  const { lows, tags, tagBits, minMs } = rows;
  const { times, picked } = into;
  const end = asked.ends[asked.count - 1]!;
  for (let at = 0; at < end; at++) {
    const row = picked[at]!;
    times[at] = minMs + lows[row]! + (tags[row]! >>> tagBits) * TWO_32;
  }
}

/** Looks up the places of some rows that were gathered. */
export function gatherPlaces({ places }: TaggedRows, from: number, until: number, into: GatherRoom): void {
  const { places: placed, picked } = into;
  for (let at = from; at < until; at++) placed[at] = places[picked[at]!]!;
}

/** Without a branch: which rows are wanted a processor cannot guess, and each wrong guess costs as much as two rows. */
function pickByName(
  { tags, tagBits, offsets }: TaggedRows,
  { stretches, ends, count }: Stretches,
  ofName: Uint32Array,
  { picked, values }: GatherRoom,
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
  { ofName, isByPlace, byPlace }: RowValues,
  { picked, values }: GatherRoom,
): void {
  const nameMask = (1 << tagBits) - 1;
  let end = 0;
  for (let index = 0; index < count; index++) {
    const stretch = stretches[index]!;
    const until = offsets[stretch + 1]!;
    for (let row = offsets[stretch]!; row < until; row++) {
      const name = tags[row]! & nameMask;
      const value = (isByPlace![name] === 1 ? byPlace[places[row]!]! : ofName[name]!) | 0;
      picked[end] = row;
      values[end] = value;
      end += (value | -value) >>> 31;
    }
    ends[index] = end;
  }
}
