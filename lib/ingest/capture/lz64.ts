import lzString from "lz-string";
import { tooLarge, unreadable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { notUtf8 } from "./utf8.ts";

/**
 * Decompresses lz-string's base64 form. The library cannot be stopped, and makes 100 MB out of 30 KB, so `lz64Length`
 * first adds up the lengths.
 * @throws HogletError 400 when it is broken; 413 for more than 256 KiB of input (the decoder is slow), or for more than
 *   `limitBytes` of UTF-8 output
 */
export function decompressLz64(bytes: Buffer, limitBytes: number): string {
  const { lz64Bytes } = requestLimits;
  if (bytes.length > lz64Bytes) throw tooLarge(`maximum event size exceeded: more than ${lz64Bytes} bytes of lz64`);
  const payload = bytes.toString("latin1").trim().replaceAll(" ", "+");
  const length = lz64Length(payload, limitBytes);
  if (length === null) throw broken();
  // A UTF-16 unit takes at least one byte of UTF-8: only text that is too long is refused.
  if (length > limitBytes) throw tooLong(limitBytes);
  const text: string | null = lzString.decompressFromBase64(payload);
  if (text === null || text.length !== length) throw broken();
  if (/\p{Surrogate}/u.test(text)) throw notUtf8();
  if (Buffer.byteLength(text) > limitBytes) throw tooLong(limitBytes);
  return text;
}

function broken(): HogletError {
  return unreadable("failed to decode request: invalid LZ64 data");
}

function tooLong(limitBytes: number): HogletError {
  return tooLarge(`maximum event size exceeded: more than ${limitBytes} bytes of JSON`);
}

// Codes that are not dictionary entries.
const NARROW = 0;
const WIDE = 1;
const END = 2;

/**
 * UTF-16 units of the decompressed `payload`, by the format's decoding loop with lengths for texts. A code stands for a
 * new 8- or 16-bit character, an earlier entry, or the entry that the step adds; every step except the first adds an
 * entry one unit longer than the last text. Stops past `limit`, which then only means "more". Null = broken.
 */
export function lz64Length(payload: string, limit: number): number | null {
  const bits = createBitReader(payload);
  const lengths = [0, 0, 0]; // by entry; the first three places belong to the codes above
  let codeBits = 2;
  let total = 0;
  let previous = 0;
  while (total <= limit) {
    if (bits.isAtEnd()) return null;
    let code = bits.read(codeBits);
    if (code === END) return total;
    if (code === NARROW || code === WIDE) {
      bits.read(code === NARROW ? 8 : 16);
      code = lengths.push(1) - 1;
      if (lengths.length === 2 ** codeBits) codeBits++;
    }
    const isBeingMade = code === lengths.length && previous > 0;
    const length = isBeingMade ? previous + 1 : lengths[code];
    if (length === undefined) return null;
    total += length;
    if (previous > 0 && lengths.push(previous + 1) === 2 ** codeBits) codeBits++;
    previous = length;
  }
  return total;
}

interface BitReader {
  /** The next `count` bits as a number, the first bit the lowest. */
  read(count: number): number;
  isAtEnd(): boolean;
}

/** Six bits a character, highest first. Padding, invalid characters and the end read as zeros, as in the library. */
function createBitReader(payload: string): BitReader {
  let at = 0;
  let mask = 0;
  let digit = 0;
  return {
    read(count) {
      let value = 0;
      for (let bit = 0; bit < count; bit++) {
        if (mask === 0) {
          digit = DIGITS[payload.charCodeAt(at)] ?? 0;
          at++;
          mask = 32;
        }
        if ((digit & mask) !== 0) value |= 1 << bit;
        mask >>= 1;
      }
      return value;
    },
    isAtEnd: () => mask === 0 && at >= payload.length,
  };
}

const DIGITS = toDigits("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

function toDigits(alphabet: string): Uint8Array {
  const digits = new Uint8Array(128);
  for (let digit = 0; digit < alphabet.length; digit++) digits[alphabet.charCodeAt(digit)] = digit;
  return digits;
}
