type Codes = Uint8Array | Uint16Array | Uint32Array;

/** `table[code]` of the rows `start` to `end − 1`: codes 2 0 1, table 1 0 0 → 0 1 0. One look-up per row. */
export function maskByCode(codes: Codes, table: Uint8Array, start: number, end: number): Uint8Array {
  const mask = new Uint8Array(end - start);
  for (let row = start; row < end; row++) mask[row - start] = table[codes[row]!]!;
  return mask;
}

/** Keeps in `mask` only the rows of both: 1 1 0 and 1 0 0 → 1 0 0. */
export function andInto(mask: Uint8Array, other: Uint8Array): void {
  for (let row = 0; row < mask.length; row++) mask[row]! &= other[row]!;
}

/** Adds the rows of the other to `mask`: 1 1 0 and 0 0 0 → 1 1 0. */
export function orInto(mask: Uint8Array, other: Uint8Array): void {
  for (let row = 0; row < mask.length; row++) mask[row]! |= other[row]!;
}
