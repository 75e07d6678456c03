import { crc32 } from "node:zlib";

// A chunk holds whole events whose places in the log follow each other: their texts, uuids, heads, and when they arrived:
//
//   4 bytes   the CRC-32 of all that follows, with two bits of every four turned, the first two too
//   4 bytes   the number of bytes of the uuids
//   8 bytes   the first time of arrival, a double
//   the uuids and the first `seq`, see `chunk-uuids.ts`
//   4 bytes   the number of bytes of the heads
//   the heads, see `chunk-heads.ts`
//   deflated  4 bytes  the number of events
//             4 bytes for each event: `seq` less the event's before
//             4 bytes for each event: bytes of properties
//             4 bytes for each event: bytes of elements and 1 (0 = no elements)
//             4 bytes for each event: time of arrival less the event's before, the lower half of 64 bits
//             4 bytes for each event: the upper half
//             the texts in UTF-8: all properties, then all elements
//
// An event whose texts have left has a mark for its properties, and no elements (`left-mark.ts`).
//
// Chunks of the fourth form have no heads, which are in the rows of their events, and begin with the CRC-32 with every second bit turned,
// the first too. An import makes them before it knows the numbers of names and distinct ids.
//
// Chunks of the third form have no uuids, which are in the rows too. They begin with the CRC-32 with every second bit
// turned, the second too, the first `seq` (a double) and the first time of arrival; 2 bytes for each event stand before the texts: the
// checksum of its uuid. Chunks of the second form begin with the complement of the CRC-32 and have no times of arrival and no checksums, which are in
// the rows of their events. Chunks of the first form begin with the CRC-32 itself; the first `seq` is deflated too, and the three
// numbers of an event stand together, `seq` less the first.
//
// Deflate without a preset dictionary: a dictionary is made of texts, and would keep those of erased events. It would save 3 to
// 9 bytes an event (measured). zstd saves as much, and Node 22 calls its zstd experimental.

/** Places of the log that a chunk covers at most: it counts them in 32 bits, and reads events of one time. */
export const MOST_PLACES = 1 << 16;

export const SUM_BYTES = 4;
export const SEQ_BYTES = 8;
export const TIME_BYTES = 8;
export const COUNT_BYTES = 4;

/** Times of arrival stand in two halves of 32 bits. */
export const WORD = 2 ** 32;

/** The bits in which the checksums of the forms differ. */
const FORMS = {
  first: 0,
  second: 0xffff_ffff,
  third: 0xaaaa_aaaa,
  fourth: 0x5555_5555,
  fifth: 0x3333_3333,
} as const;

/** Where a chunk of the fourth or the fifth form says how many bytes its uuids have. */
const LENGTH_AT = 4;

/** Where such a chunk has its first time of arrival, and its uuids. */
export const [TIME_AT, UUIDS_AT] = [8, 16] as const;

/** The name of a form. */
export type Form = keyof typeof FORMS;

/** A chunk of its parts, with its checksum. */
export function summed(form: Form, ...parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat([Buffer.alloc(SUM_BYTES), ...parts]);
  data.writeUInt32LE((crc32(data.subarray(SUM_BYTES)) ^ FORMS[form]) >>> 0);
  return data;
}

/** The place after the uuids of a chunk of the fourth or the fifth form. */
export function endOfUuids(data: Buffer): number {
  return UUIDS_AT + data.readUInt32LE(LENGTH_AT);
}

/** The part of a chunk where a chunk of the fifth form has its heads. */
export function headsOf(data: Buffer): Buffer {
  const at = endOfUuids(data);
  if (data.length < at + COUNT_BYTES) return Buffer.alloc(0);
  return data.subarray(at + COUNT_BYTES, endOfHeads(data));
}

/** The place after the heads of a chunk of the fifth form. */
export function endOfHeads(data: Buffer): number {
  const at = endOfUuids(data);
  return at + COUNT_BYTES + data.readUInt32LE(at);
}

/** Are these the bytes of a chunk of an older form, whose events have rows? */
export function isOlderForm(data: Buffer): boolean {
  const form = formOf(data);
  return form !== undefined && form !== "fifth";
}

/** Undefined = its bytes are not those that were stored. */
export function formOf(data: Buffer): Form | undefined {
  if (data.length < SUM_BYTES) return undefined;
  const mask = (crc32(data.subarray(SUM_BYTES)) ^ data.readUInt32LE()) >>> 0;
  return (["fifth", "fourth", "third", "second", "first"] as const).find((form) => FORMS[form] === mask);
}
