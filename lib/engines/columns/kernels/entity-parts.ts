import type { Arena } from "../log/arena.ts";

/**
 * Rows are grouped by entity in two steps, so that writes stay near each other: into parts of neighbouring entities,
 * then by entity within a part, which fits the cache of a core.
 */

/** The form of a row in a part, in 32-bit words. */
export interface RowLayout {
  /** Each part has 2^partBits entities. */
  partBits: number;
  /** Words of each row. */
  stride: number;
  /** The value lies in the second word, above entity id and high bits of the time; else in the third. */
  isNarrow: boolean;
  /** The bits of entity id and time below the value. */
  valueShift: number;
  /** Is the last word the row's place? */
  hasPlaces: boolean;
}

const TWO_32 = 2 ** 32;

/**
 * A row takes two words if time, value and the entity id within its part fit: the low 32 bits of the time; then, from
 * the lowest bit, entity id, rest of the time, value. @param spanMs times are 0 to this, below 2^53 @param valueLimit
 * above all values
 */
export function layoutRows(
  { spanMs, valueLimit, hasPlaces }: { spanMs: number; valueLimit: number; hasPlaces: boolean },
  partBits: number,
): RowLayout {
  const used = partBits + bitsOf(Math.floor(spanMs / TWO_32));
  const isNarrow = valueLimit <= TWO_32 && used + bitsOf(valueLimit - 1) <= 32 && used < 32;
  return { partBits, hasPlaces, isNarrow, valueShift: used, stride: 2 + (isNarrow ? 0 : 1) + (hasPlaces ? 1 : 0) };
}

function bitsOf(number: number): number {
  return number < 1 ? 0 : Math.floor(Math.log2(number)) + 1;
}

/**
 * Rows of one event name: `entityIds` and `values` (a number = equal for all) begin with row `start`. Rows with entity
 * 0 or value 0 are left out.
 */
export interface ValuedRows {
  start: number;
  end: number;
  entityIds: Uint32Array;
  values: number | Uint32Array;
}

/** Bits of the wanted entities; null = all. */
export type WantedIds = Uint32Array | null;

/** Counts rows by part: entities 1 5 2, parts of 4 → counts 2 1. One or two look-ups per row. */
export function countParts(
  counts: Uint32Array,
  { entityIds, values }: ValuedRows,
  wanted: WantedIds,
  partBits: number,
): void {
  const isPlain = typeof values === "number";
  if (isPlain && values === 0) return;
  for (let index = 0; index < entityIds.length; index++) {
    const entityId = entityIds[index]!;
    if (entityId === 0 || (wanted !== null && !isWanted(wanted, entityId))) continue;
    if (isPlain || values[index] !== 0) counts[entityId >>> partBits]! += 1;
  }
}

function isWanted(wanted: Uint32Array, entityId: number): boolean {
  return ((wanted[entityId >>> 5]! >>> (entityId & 31)) & 1) === 1;
}

/** Space for the rows of a segment in any order; entity 0 = the slot is free. */
export interface Slots {
  entityIds: Uint32Array;
  values: Uint32Array;
  /** Ms since the earliest row. */
  times: Float64Array;
  rows: Uint16Array;
  /** The occupied slots. */
  taken: Uint16Array;
}

/** @param size rows of the largest segment */
export function createSlots(size: number, arena: Arena): Slots {
  return {
    entityIds: arena.take(Uint32Array, size).fill(0),
    values: arena.take(Uint32Array, size),
    times: arena.take(Float64Array, size),
    rows: arena.take(Uint16Array, size),
    // The position after the last is written too.
    taken: arena.take(Uint16Array, size + 1),
  };
}

/**
 * Writes rows of the entities `firstId` to `endId − 1` into slots: row r to `slotOf[r]`, or r. Five look-ups and four
 * writes a row, all within 1 MB. @param sinceMs the origin of `times`
 */
export function fillSlots(
  slots: Slots,
  { start, entityIds, values }: ValuedRows,
  { times, sinceMs, slotOf }: { times: Uint32Array | Float64Array; sinceMs: number; slotOf: Uint16Array | null },
  { firstId, endId, wanted }: { firstId: number; endId: number; wanted: WantedIds },
): void {
  const isPlain = typeof values === "number";
  const lowest = Math.max(1, firstId);
  for (let index = 0; index < entityIds.length; index++) {
    const entityId = entityIds[index]!;
    const value = isPlain ? values : values[index]!;
    if (entityId < lowest || entityId >= endId || value === 0 || (wanted !== null && !isWanted(wanted, entityId)))
      continue;
    const row = start + index;
    const slot = slotOf === null ? row : slotOf[row]!;
    slots.entityIds[slot] = entityId;
    slots.values[slot] = value;
    slots.times[slot] = sinceMs + times[row]!;
    slots.rows[slot] = row;
  }
}

/**
 * Appends the rows of the slots `from` to `until − 1` to their parts at `next[part]`, and frees the slots. @param place
 * the position of the segment, above the row's 16 bits
 */
export function writeParts(
  words: Uint32Array,
  next: Uint32Array,
  { entityIds, values, times, rows, taken }: Slots,
  { from, until, place }: { from: number; until: number; place: number },
  { partBits, stride, isNarrow, valueShift, hasPlaces }: RowLayout,
): void {
  const low = (1 << partBits) - 1;
  // A branch, which cannot be predicted, would cost a third of the remaining time.
  let count = 0;
  for (let slot = from; slot < until; slot++) {
    const entityId = entityIds[slot]! | 0;
    taken[count] = slot;
    count += (entityId | -entityId) >>> 31;
  }
  for (let index = 0; index < count; index++) {
    const slot = taken[index]!;
    const entityId = entityIds[slot]!;
    entityIds[slot] = 0;
    const part = entityId >>> partBits;
    const at = next[part]!;
    next[part] = at + stride;
    const time = times[slot]!;
    // Modulo 2^32.
    words[at] = time;
    const high = time < TWO_32 ? entityId & low : (entityId & low) | (Math.floor(time / TWO_32) << partBits);
    if (isNarrow) words[at + 1] = high | (values[slot]! << valueShift);
    else {
      words[at + 1] = high;
      words[at + 2] = values[slot]!;
    }
    if (hasPlaces) words[at + stride - 1] = place | rows[slot]!;
  }
}

/** The rows of a part, by entity. */
export interface PartRows {
  /** The place of each entity's first row, by its id within the part; at the end, the number of rows. */
  offsets: Uint32Array;
  /** Epoch ms. */
  times: Float64Array;
  values: Uint32Array;
  /** Written only where the layout has places. */
  places: Uint32Array;
}

/** Reads the words `from` to `until − 1` of a part in two passes, keeping the order of each entity's rows. */
export function readPart(
  words: Uint32Array,
  { from, until, sinceMs }: { from: number; until: number; sinceMs: number },
  { partBits, stride, isNarrow, valueShift, hasPlaces }: RowLayout,
  { offsets, times, values, places }: PartRows,
): void {
  const low = (1 << partBits) - 1;
  const highMask = isNarrow ? (2 ** valueShift - 1) >>> 0 : 0xffff_ffff;
  offsets.fill(0);
  for (let at = from + 1; at < until; at += stride) offsets[words[at]! & low]! += 1;
  let total = 0;
  for (let entityId = 0; entityId < offsets.length; entityId++) {
    const count = offsets[entityId]!;
    offsets[entityId] = total;
    total += count;
  }
  for (let at = from; at < until; at += stride) {
    const second = words[at + 1]!;
    const row = offsets[second & low]!++;
    times[row] = sinceMs + words[at]! + ((second & highMask) >>> partBits) * TWO_32;
    values[row] = isNarrow ? second >>> valueShift : words[at + 2]!;
    if (hasPlaces) places[row] = words[at + stride - 1]!;
  }
  // Each offset is now the beginning of the next entity.
  offsets.copyWithin(1, 0, offsets.length - 1);
  offsets[0] = 0;
}
