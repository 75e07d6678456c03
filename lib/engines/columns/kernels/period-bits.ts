/**
 * Sets bit `place` of each row's entity, except entity 0, in a table of `words` 32-bit words per entity. Rows `from` to
 * `until − 1`, counted from where `entityIds` and `mask` begin. Example: words 1, place 2, entities 1 3 1 → table[1] =
 * 0b100, table[3] = 0b100. One word per row.
 */
export function markPlace(
  table: Uint32Array,
  words: number,
  place: number,
  rows: { entityIds: Uint32Array; mask: Uint8Array | null; from: number; until: number },
): void {
  const { entityIds, mask, from, until } = rows;
  const word = place >>> 5;
  const bit = 1 << (place & 31);
  for (let row = from; row < until; row++) {
    const entityId = entityIds[row]!;
    if (entityId !== 0 && (mask === null || mask[row] === 1)) table[entityId * words + word]! |= bit;
  }
}

/** Writes the positions of an entity's set bits into `places`, ascending; returns their number. */
export function readPlaces(table: Uint32Array, words: number, entityId: number, places: Int32Array): number {
  let count = 0;
  for (let word = 0; word < words; word++) {
    let bits = table[entityId * words + word]!;
    while (bits !== 0) {
      const lowest = 31 - Math.clz32(bits & -bits);
      places[count++] = word * 32 + lowest;
      bits &= bits - 1;
    }
  }
  return count;
}
