/** `table[code]` of the rows `start` to `end − 1`: codes 2 0 1, table 7 8 9 → 9 7 8. One look-up per row. */
export function idsByCode(
  codes: Uint8Array | Uint16Array | Uint32Array,
  table: Uint32Array,
  start: number,
  end: number,
): Uint32Array {
  const entityIds = new Uint32Array(end - start);
  for (let row = start; row < end; row++) entityIds[row - start] = table[codes[row]!]!;
  return entityIds;
}
