/**
 * Sets bit `place` of each row's unit, except unit 0, in a table of `words` 32-bit words per unit. Rows `from` to
 * `until − 1`, counted from where `units` and `mask` begin. It changes one word per row. Example: words 1, place 2,
 * units 1 3 1 → table[1] = 0b100, table[3] = 0b100.
 */
export function markPlace(
  table: Uint32Array,
  words: number,
  place: number,
  rows: { units: Uint32Array; mask: Uint8Array | null; from: number; until: number },
): void {
  const { units, mask, from, until } = rows;
  const word = place >>> 5;
  const bit = 1 << (place & 31);
  for (let row = from; row < until; row++) {
    const unit = units[row]!;
    if (unit !== 0 && (mask === null || mask[row] === 1)) table[unit * words + word]! |= bit;
  }
}

/** Writes the positions of a unit's set bits, ascending, into `places`; returns their number. */
export function readPlaces(table: Uint32Array, words: number, unit: number, places: Int32Array): number {
  let count = 0;
  for (let word = 0; word < words; word++) {
    let bits = table[unit * words + word]!;
    while (bits !== 0) {
      const lowest = 31 - Math.clz32(bits & -bits);
      places[count++] = word * 32 + lowest;
      bits &= bits - 1;
    }
  }
  return count;
}
