import { workspaceFor } from "./workspace.ts";

type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Bytes of a table that are looked up at once; 0 behind its end. */
const TABLE_BYTES = 32;

/**
 * `table[code]` of the rows `start` to `end − 1`: codes 2 0 1, table 1 0 0 → 0 1 0. One look-up per row; in WebAssembly
 * one for 16 rows, up to 32 codes.
 * @param mask the bytes to write @default new bytes
 */
export function maskByCode(
  codes: Codes,
  table: Uint8Array,
  start: number,
  end: number,
  mask: Uint8Array = new Uint8Array(end - start),
): Uint8Array {
  const length = end - start;
  // Copying a table that is longer than the rows, as of actors, takes longer than the rows do.
  const workspace = table.length > length ? null : workspaceFor(length);
  if (workspace !== null) {
    const [from, own] = [workspace.copy(codes, start, end), workspace.room(Math.max(TABLE_BYTES, table.length))];
    workspace.kernels.clear(own, TABLE_BYTES);
    workspace.put(table, own);
    const found = workspace.room(length);
    workspace.kernels.maskByCode(from, codes.BYTES_PER_ELEMENT, own, table.length, found, length);
    workspace.take(found, mask);
    return mask;
  }
  for (let row = start; row < end; row++) mask[row - start] = table[codes[row]!]!;
  return mask;
}

/** 1 1 0 and 1 0 0 → 1 0 0. */
export function andInto(mask: Uint8Array, other: Uint8Array): void {
  for (let row = 0; row < mask.length; row++) mask[row]! &= other[row]!;
}

/** 1 1 0 and 0 0 0 → 1 1 0. */
export function orInto(mask: Uint8Array, other: Uint8Array): void {
  for (let row = 0; row < mask.length; row++) mask[row]! |= other[row]!;
}
