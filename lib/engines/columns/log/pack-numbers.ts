// Numbers of stored columns, each in the bits that the greatest needs: a column of five browsers takes 3 bits a row in the place of 8.
// They lie one after the other, lowest bits first, in words of 32 bits; a word of zeros follows. The number of bits is not stored, since
// the number of bytes says it. To unpack takes 1 to 1.7 ns a row (measured), about as long as to read 1 to 2 bytes from a file in memory;
// half of that in WebAssembly.

import { workspaceFor } from "../kernels/workspace.ts";

/** Shorter columns are not packed: their bytes would not tell the number of bits. */
const LEAST_ROWS = 256;

/**
 * The largest share of its bytes that a packed column may keep. Times, which nearly every question reads, save 6 % and
 * stay as they are.
 */
const WORTH = 0.8;

const WORD_BYTES = 4;

export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Short columns, and columns that would shrink little, stay as they are. */
export function packNumbers(numbers: Numbers): Buffer {
  const rows = numbers.length;
  let all = 1;
  for (let row = 0; row < rows; row++) all |= numbers[row]!;
  const bits = 32 - Math.clz32(all);
  if (rows < LEAST_ROWS || packedBytes(rows, bits) > WORTH * numbers.byteLength) {
    return Buffer.from(numbers.buffer as ArrayBuffer, numbers.byteOffset, numbers.byteLength);
  }
  const words = new Uint32Array(packedBytes(rows, bits) / WORD_BYTES);
  for (let row = 0, at = 0; row < rows; row++, at += bits) {
    const number = numbers[row]!;
    words[at >>> 5]! |= number << (at & 31);
    // In two steps, since a shift by 32 does nothing.
    words[(at >>> 5) + 1]! |= (number >>> 1) >>> (31 - (at & 31));
  }
  return Buffer.from(words.buffer);
}

/** The bits of each number in packed bytes. @throws RangeError when they cannot have this many rows */
export function bitsOf(data: Uint8Array, rows: number): number {
  const bits = rows < LEAST_ROWS ? 0 : Math.floor(((data.byteLength - WORD_BYTES) * 8) / rows);
  if (bits < 1 || bits > 32 || packedBytes(rows, bits) !== data.byteLength) {
    throw new RangeError("It has not one number for each row.");
  }
  return bits;
}

/**
 * Unpacks numbers that were shortened.
 * @param buffer the packed bytes
 * @param into one number for each row, wide enough
 */
export function unpackNumbers<T extends Numbers>(buffer: ArrayBuffer, into: T): T {
  const rows = into.length;
  const words = new Int32Array(buffer);
  const bits = bitsOf(new Uint8Array(buffer), rows);
  if (unpackCompiled(words, bits, into)) return into;
  const mask = -1 >>> (32 - bits);
  for (let row = 0, at = 0; row < rows; row++, at += bits) {
    const shift = at & 31;
    into[row] = ((words[at >>> 5]! >>> shift) | ((words[(at >>> 5) + 1]! << 1) << (31 - shift))) & mask;
  }
  return into;
}

/** @returns false = JavaScript must do it */
function unpackCompiled(words: Int32Array, bits: number, into: Numbers): boolean {
  const workspace = workspaceFor(into.length);
  if (workspace === null) return false;
  const packed = workspace.copy(new Uint32Array(words.buffer));
  // The kernel reads behind the last number.
  workspace.room(Uint32Array.BYTES_PER_ELEMENT * 2);
  const numbers = workspace.room(into.byteLength);
  workspace.kernels.unpackNumbers(packed, bits, numbers, into.BYTES_PER_ELEMENT, into.length);
  workspace.take(numbers, into);
  return true;
}

function packedBytes(rows: number, bits: number): number {
  return WORD_BYTES * (Math.ceil((rows * bits) / 32) + 1);
}
