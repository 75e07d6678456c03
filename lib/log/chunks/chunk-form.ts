import { crc32 } from "node:zlib";

// A chunk holds whole events whose places in the log follow each other: their texts, uuids, heads, and when they arrived:
//
//   4 bytes   the CRC-32 of all that follows
//   1 byte    the version of this form: 1
//   4 bytes   the number of bytes of the uuids
//   4 bytes   the number of bytes of the heads
//   8 bytes   the first time of arrival, a double
//   the uuids and the places, see `chunk-uuids.ts`
//   the heads, see `chunk-heads.ts`
//   deflated  4 bytes for each event: bytes of properties
//             4 bytes for each event: bytes of elements and 1 (0 = no elements)
//             4 bytes for each event: time of arrival less the event's before, the lower half of 64 bits
//             4 bytes for each event: the upper half
//             the texts in UTF-8: all properties, then all elements
//
// Numbers stand lowest byte first. `docs/file-format.md` says the same for other programs: change both.
//
// Deflate without a preset dictionary: a dictionary is made of texts, and would keep those of erased events. It would save 3 to
// 9 bytes an event (measured). zstd saves as much, and Node 22 calls its zstd experimental.

/** Most places that a chunk covers: it counts them in 32 bits, and reads events of one time. */
export const MOST_PLACES = 1 << 16;

/** Times of arrival stand in two halves of 32 bits. */
export const WORD = 2 ** 32;

/** The only version of the form. */
const VERSION = 1;

const [VERSION_AT, UUID_BYTES_AT, HEAD_BYTES_AT, TIME_AT, PARTS_AT] = [4, 5, 9, 13, 21] as const;

export interface ChunkParts {
  /** The first time of arrival. */
  receivedAtMs: number;
  uuids: Buffer;
  /** Empty until an import knows the numbers of names and distinct ids. */
  heads: Buffer;
  /** Deflated. */
  texts: Buffer;
}

/** A chunk of its parts, with its checksum. */
export function joinParts({ receivedAtMs, uuids, heads, texts }: ChunkParts): Buffer {
  const start = Buffer.alloc(PARTS_AT);
  start[VERSION_AT] = VERSION;
  start.writeUInt32LE(uuids.length, UUID_BYTES_AT);
  start.writeUInt32LE(heads.length, HEAD_BYTES_AT);
  start.writeDoubleLE(receivedAtMs, TIME_AT);
  const data = Buffer.concat([start, uuids, heads, texts]);
  data.writeUInt32LE(crc32(data.subarray(VERSION_AT)));
  return data;
}

/** The chunk may be damaged: `isIntact` compares all; uuids and heads have their own checksums. */
export function splitParts(data: Buffer): ChunkParts | undefined {
  if (data.length < PARTS_AT || data[VERSION_AT] !== VERSION) return undefined;
  const headsAt = PARTS_AT + data.readUInt32LE(UUID_BYTES_AT);
  const textsAt = headsAt + data.readUInt32LE(HEAD_BYTES_AT);
  return {
    receivedAtMs: data.readDoubleLE(TIME_AT),
    uuids: data.subarray(PARTS_AT, headsAt),
    heads: data.subarray(headsAt, textsAt),
    texts: data.subarray(textsAt),
  };
}

/** Are the bytes as stored? */
export function isIntact(data: Buffer): boolean {
  return data.length >= PARTS_AT && crc32(data.subarray(VERSION_AT)) === data.readUInt32LE();
}
