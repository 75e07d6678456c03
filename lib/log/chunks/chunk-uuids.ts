import { crc32 } from "node:zlib";

// The uuids of a chunk's events, in a part of their own before its texts, so that a reader of uuids need not inflate these, and
// still has the uuids where the texts are damaged:
//
//   4 bytes   the CRC-32 of all that follows
//   8 bytes   the first `seq`, a double
//   4 bytes   the number of events
//   1 byte    1 = places of the log are missing between them
//   4 bytes for each event, only then: `seq` less the first
//   2 bytes   a bit for each of the 16 bytes of a uuid: 1 = not all uuids have the same
//   16 bytes  the first uuid
//   for each byte with a 1: that byte of all uuids
//
// Random bytes do not deflate. Neighbours of version 7 share the upper half of the time: 3 or 4 bytes.

/** An event of a chunk, and its uuid of 16 bytes. */
export interface NamedEvent {
  seq: number;
  uuid: Buffer;
}

export interface ChunkUuids {
  readonly seqs: readonly number[];
  has(seq: number): boolean;
  /** 16 bytes. @param seq of an event in the chunk */
  uuid(seq: number): Buffer;
  /** The event's position, from 0. @param seq of an event in the chunk */
  index(seq: number): number;
}

const UUID_BYTES = 16;
const SEQ_AT = 4;
const COUNT_AT = 12;
const GAPS_AT = 16;
const SEQS_AT = 17;

/** Bytes before the columns of a chunk without gaps. */
const LEAST_BYTES = SEQS_AT + 2 + UUID_BYTES;

/** Packs uuids. @param events one at least, in order of `seq`, all within 2^32 places of the log */
export function packUuids(events: readonly NamedEvent[]): Buffer {
  const count = events.length;
  const [first, last] = [events[0], events.at(-1)] as [NamedEvent, NamedEvent];
  const hasGaps = last.seq - first.seq !== count - 1;
  const maskAt = SEQS_AT + (hasGaps ? 4 * count : 0);
  const varying = varyingBytes(events, first.uuid);
  const part = Buffer.alloc(maskAt + 2 + UUID_BYTES + varying.length * count);
  part.writeDoubleLE(first.seq, SEQ_AT);
  part.writeUInt32LE(count, COUNT_AT);
  part[GAPS_AT] = hasGaps ? 1 : 0;
  if (hasGaps)
    for (const [index, { seq }] of events.entries()) part.writeUInt32LE(seq - first.seq, SEQS_AT + 4 * index);
  part.writeUInt16LE(
    varying.reduce((mask, byte) => mask | (1 << byte), 0),
    maskAt,
  );
  first.uuid.copy(part, maskAt + 2);
  let at = maskAt + 2 + UUID_BYTES;
  for (const byte of varying) for (let index = 0; index < count; index++) part[at++] = events[index]?.uuid[byte] ?? 0;
  return summed(part);
}

/** The bytes that differ between uuids. */
function varyingBytes(events: readonly NamedEvent[], first: Buffer): number[] {
  return Array.from({ length: UUID_BYTES }, (_, byte) => byte).filter((byte) =>
    events.some(({ uuid }) => uuid[byte] !== first[byte]),
  );
}

function summed(part: Buffer): Buffer {
  part.writeUInt32LE(crc32(part.subarray(SEQ_AT)), 0);
  return part;
}

/** The first `seq` of packed uuids. */
function firstSeqOf(part: Buffer): number {
  return part.readDoubleLE(SEQ_AT);
}

/** Moves packed uuids to another place of the log. */
export function moveUuids(part: Buffer, bySeqs: number): Buffer {
  const moved = Buffer.from(part);
  moved.writeDoubleLE(firstSeqOf(part) + bySeqs, SEQ_AT);
  return summed(moved);
}

/** Reads packed uuids. @returns null = its bytes are not those that were stored */
export function readUuids(part: Buffer): ChunkUuids | null {
  if (part.length < LEAST_BYTES || crc32(part.subarray(SEQ_AT)) !== part.readUInt32LE()) return null;
  const count = part.readUInt32LE(COUNT_AT);
  const hasGaps = part[GAPS_AT] === 1;
  const maskAt = SEQS_AT + (hasGaps ? 4 * count : 0);
  const first = firstSeqOf(part);
  const seqs = Array.from(
    { length: count },
    (_, index) => first + (hasGaps ? part.readUInt32LE(SEQS_AT + 4 * index) : index),
  );
  let indexes: Map<number, number> | undefined;
  const find = (seq: number): number | undefined => {
    if (!hasGaps) return seq >= first && seq < first + count ? seq - first : undefined;
    indexes ??= new Map(seqs.map((each, index) => [each, index]));
    return indexes.get(seq);
  };
  const mask = part.readUInt16LE(maskAt);
  const start = maskAt + 2 + UUID_BYTES;
  return {
    seqs,
    has: (seq) => find(seq) !== undefined,
    index: (seq) => find(seq) ?? 0,
    uuid(seq) {
      const uuid = Buffer.from(part.subarray(maskAt + 2, start));
      let at = start + (find(seq) ?? 0);
      for (let byte = 0; byte < UUID_BYTES; byte++) {
        if ((mask & (1 << byte)) === 0) continue;
        uuid[byte] = part[at] ?? 0;
        at += count;
      }
      return uuid;
    },
  };
}
