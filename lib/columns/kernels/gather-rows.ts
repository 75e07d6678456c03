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
}

/** What rows stand for. */
export interface RowValues {
  /** By the name's number; 0 = rows of that name are left out, or have values by place. */
  ofName: Uint32Array;
  /** By the name's number, 1 = some of its rows may have a value. */
  isWanted: Uint8Array;
  /** Are all names wanted? */
  isAll: boolean;
  /** By the name's number, 1 = the value is that of the row's place; null = it is always the name's. */
  isByPlace: Uint8Array | null;
  byPlace: Uint8Array | Uint16Array | Uint32Array;
}

/** Rows that were gathered, the first `count`, and room for the places of those that are being picked. */
export interface GatherRoom extends SortedRows {
  count: number;
  picked: Uint32Array;
}

const TWO_32 = 2 ** 32;

/**
 * Copies the rows `from` to `until − 1` that have a value behind those of `into`, where there must be room for all of them.
 * Example: names 0 1 0, values 5 for name 0 and none for 1 → two rows of value 5. Two look-ups for each row, six for a copied one.
 */
export function gatherRows(rows: TaggedRows, from: number, until: number, values: RowValues, into: GatherRoom): void {
  let end = 0;
  if (!values.isAll) end = pickRows(rows, from, until, values.isWanted, into.picked);
  else for (let row = from; row < until; row++) into.picked[end++] = row;
  if (values.isByPlace === null) copyByName(rows, end, values.ofName, into);
  else copyByPlace(rows, end, values, into);
}

/** Without a branch: which rows are wanted a processor cannot guess, and each wrong guess costs as much as two rows. */
function pickRows(
  { tags, tagBits }: TaggedRows,
  from: number,
  until: number,
  isWanted: Uint8Array,
  picked: Uint32Array,
): number {
  const nameMask = (1 << tagBits) - 1;
  let count = 0;
  for (let row = from; row < until; row++) {
    picked[count] = row;
    count += isWanted[tags[row]! & nameMask]!;
  }
  return count;
}

function copyByName(
  { lows, tags, tagBits, places, minMs }: TaggedRows,
  end: number,
  ofName: Uint32Array,
  into: GatherRoom,
): void {
  const { times, values, places: placed, picked } = into;
  const nameMask = (1 << tagBits) - 1;
  let at = into.count;
  for (let index = 0; index < end; index++) {
    const row = picked[index]!;
    const tag = tags[row]!;
    times[at] = minMs + lows[row]! + (tag >>> tagBits) * TWO_32;
    values[at] = ofName[tag & nameMask]!;
    placed[at++] = places[row]!;
  }
  into.count = at;
}

function copyByPlace(
  { lows, tags, tagBits, places, minMs }: TaggedRows,
  end: number,
  { ofName, isByPlace, byPlace }: RowValues,
  into: GatherRoom,
): void {
  const { times, values, places: placed, picked } = into;
  const nameMask = (1 << tagBits) - 1;
  let at = into.count;
  for (let index = 0; index < end; index++) {
    const row = picked[index]!;
    const tag = tags[row]!;
    const name = tag & nameMask;
    const place = places[row]!;
    const value = isByPlace![name] === 1 ? byPlace[place]! : ofName[name]!;
    if (value === 0) continue;
    times[at] = minMs + lows[row]! + (tag >>> tagBits) * TWO_32;
    values[at] = value;
    placed[at++] = place;
  }
  into.count = at;
}
