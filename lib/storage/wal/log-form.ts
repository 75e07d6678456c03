import { endianness } from "node:os";
import { misconfigured } from "../../base/errors.ts";

// The form of a write-ahead log and of its index (sqlite.org/fileformat2.html 4, sqlite.org/walformat.html). Numbers of
// the log are big-endian, those of the index, and the words that are summed, are the machine's.

export const HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 24;

/** Also says that sums are over little-endian words. */
export const MAGIC = 0x377f0682;

export const VERSION = 3_007_000;

/** A running checksum: two words of 32 bits. */
export type Sums = [number, number];

/** Continues a running checksum. @param from aligned to 4 bytes @param count bytes, a multiple of 8 */
export function addSums(bytes: Buffer, from: number, count: number, [first, second]: Sums): Sums {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + from, count / 4);
  let [one, two] = [first | 0, second | 0];
  for (let at = 0; at < words.length; at += 2) {
    one = (one + (words[at] ?? 0) + two) | 0;
    two = (two + (words[at + 1] ?? 0) + one) | 0;
  }
  return [one >>> 0, two >>> 0];
}

/** @throws misconfigured on machines with big-endian words, of which Node has one */
export function requireLittleEndian(): void {
  if (endianness() === "LE") return;
  throw misconfigured("follow", "Following needs a machine with little-endian words, such as x64 or arm64.");
}
