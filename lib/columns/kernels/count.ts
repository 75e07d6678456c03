/**
 * Sets the bit of each row's actor but 0, found by its distinct id. Rows `from` to `until − 1` count from the segment's first,
 * `mask` from row `start`. Example: ids 5 6 5, actors of them 1 and 2 → bits 0b110. Three look-ups per row.
 */
export function addActors(
  bits: Uint32Array,
  { ids, actors }: { ids: Uint32Array; actors: Uint32Array },
  { mask, start }: { mask: Uint8Array | null; start: number },
  from: number,
  until: number,
): void {
  if (mask === null) {
    for (let row = from; row < until; row++) {
      const actor = actors[ids[row]!]!;
      if (actor !== 0) bits[actor >>> 5]! |= 1 << (actor & 31);
    }
    return;
  }
  for (let row = from; row < until; row++) {
    if (mask[row - start] === 0) continue;
    const actor = actors[ids[row]!]!;
    if (actor !== 0) bits[actor >>> 5]! |= 1 << (actor & 31);
  }
}

/** How many rows pass: 1 0 1 → 2. */
export function countMask(mask: Uint8Array, from: number, until: number): number {
  let count = 0;
  for (let row = from; row < until; row++) count += mask[row]!;
  return count;
}

/** Counts each row that passes for its line, at `counts[line · width + bucket]`; line −1 = none. */
export function countLines(
  counts: Float64Array,
  rows: { line: Int32Array; mask: Uint8Array | null; width: number; bucket: number },
  from: number,
  until: number,
): void {
  const { line, mask, width, bucket } = rows;
  for (let row = from; row < until; row++) {
    const own = line[row]!;
    if (own >= 0 && (mask === null || mask[row] === 1)) counts[own * width + bucket]! += 1;
  }
}
