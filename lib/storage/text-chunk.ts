import { endianness } from "node:os";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

// A chunk holds the texts of events whose places in the log follow each other:
//
//   4 bytes   the complement of the CRC-32 of all that follows
//   8 bytes   the first `seq`, a double
//   deflated  4 bytes  the number of events
//             4 bytes for each event: `seq` less the event's before
//             4 bytes for each event: bytes of properties
//             4 bytes for each event: bytes of elements and 1 (0 = no elements)
//             the texts in UTF-8: all properties, then all elements
//
// Chunks of the first form begin with the CRC-32 itself; the first `seq` is deflated too, and the three numbers of an event stand
// together, `seq` less the first.
//
// Deflate without a preset dictionary: a dictionary is made of texts, and would keep those of erased events. It would save 3 to
// 9 bytes an event (measured). zstd saves as much, and Node 22 calls its zstd experimental.

/** The texts of an event. */
export interface EventTexts {
  seq: number;
  /** JSON text. */
  properties: string;
  elements: string | null;
}

/** A chunk that was read. Its methods take the `seq` of an event that it has. */
export interface TextChunk {
  readonly seqs: readonly number[];
  has(seq: number): boolean;
  properties(seq: number): string;
  elements(seq: number): string | null;
  /** Bytes of both. */
  bytes(seq: number): number;
}

const SUM_BYTES = 4;
const SEQ_BYTES = 8;
const COUNT_BYTES = 4;

const IS_BIG_ENDIAN = endianness() === "BE";

/** Level 6 takes 2 µs an event; 9 takes twice as long and saves 1 % (measured). */
const LEVEL = 6;

/** Packs texts. @param texts in order of `seq`, all within 2^32 places of the log */
export function packTexts(texts: readonly EventTexts[]): Buffer {
  const count = texts.length;
  const first = texts[0]?.seq ?? 0;
  let [all, elements, seq] = ["", "", first];
  for (const text of texts) {
    all += text.properties;
    if (text.elements !== null) elements += text.elements;
  }
  all += elements;
  const body = Buffer.from(all);
  // One Buffer for all, since one for each text takes longer than to compress it.
  const bytesOf =
    body.length === all.length ? (text: string) => text.length : (text: string) => Buffer.byteLength(text);
  const numbers = new Uint32Array(1 + 3 * count);
  numbers[0] = count;
  for (let index = 0; index < count; index++) {
    const text = texts[index] as EventTexts;
    numbers[1 + index] = text.seq - seq;
    numbers[1 + count + index] = bytesOf(text.properties);
    numbers[1 + 2 * count + index] = text.elements === null ? 0 : bytesOf(text.elements) + 1;
    ({ seq } = text);
  }
  const head = Buffer.from(numbers.buffer);
  if (IS_BIG_ENDIAN) head.swap32();
  return toChunkBytes(first, deflateRawSync(Buffer.concat([head, body]), { level: LEVEL, memLevel: 9 }));
}

function toChunkBytes(firstSeq: number, deflated: Buffer): Buffer {
  const head = Buffer.alloc(SUM_BYTES + SEQ_BYTES);
  head.writeDoubleLE(firstSeq, SUM_BYTES);
  const data = Buffer.concat([head, deflated]);
  data.writeUInt32LE(~crc32(data.subarray(SUM_BYTES)) >>> 0);
  return data;
}

/** The same texts further on in the log. @param data that `packTexts` has made */
export function moveTexts(data: Buffer, bySeqs: number): Buffer {
  return toChunkBytes(data.readDoubleLE(SUM_BYTES) + bySeqs, data.subarray(SUM_BYTES + SEQ_BYTES));
}

/** Reads a chunk. @returns null = its bytes are not those that were stored */
export function unpackTexts(data: unknown): TextChunk | null {
  if (!Buffer.isBuffer(data) || data.length < SUM_BYTES) return null;
  const rest = data.subarray(SUM_BYTES);
  const [sum, stored] = [crc32(rest), data.readUInt32LE()];
  // Compared first: damaged bytes could inflate to any size.
  if (stored === sum) return toChunk(readFirstForm(inflateRawSync(rest)));
  if (stored !== ~sum >>> 0 || rest.length < SEQ_BYTES) return null;
  return toChunk(readEntries(rest.readDoubleLE(0), inflateRawSync(rest.subarray(SEQ_BYTES))));
}

/** The events of a chunk: the places of their texts in `bytes`. */
interface Entries {
  bytes: Buffer;
  seqs: number[];
  /** Bytes of each event's properties, and of its elements; -1 = it has none. */
  properties: number[];
  elements: number[];
  /** The beginning of the texts. */
  start: number;
}

function readEntries(first: number, bytes: Buffer): Entries {
  const count = bytes.readUInt32LE(0);
  const read = (part: number) =>
    Array.from({ length: count }, (_, index) => bytes.readUInt32LE(COUNT_BYTES * (1 + part * count + index)));
  let seq = first;
  return {
    bytes,
    seqs: read(0).map((distance) => (seq += distance)),
    properties: read(1),
    elements: read(2).map((length) => length - 1),
    start: COUNT_BYTES * (1 + 3 * count),
  };
}

function readFirstForm(bytes: Buffer): Entries {
  const first = bytes.readDoubleLE(0);
  const entries = Array.from({ length: bytes.readUInt32LE(8) }, (_, index) => 12 + 12 * index);
  return {
    bytes,
    seqs: entries.map((at) => first + bytes.readUInt32LE(at)),
    properties: entries.map((at) => bytes.readUInt32LE(at + 4)),
    elements: entries.map((at) => bytes.readUInt32LE(at + 8) - 1),
    start: 12 + 12 * entries.length,
  };
}

/** Where the texts of an event begin and end: properties, then elements; -1 = it has none. */
type Place = [start: number, end: number, elements: number, elementsEnd: number];

function toChunk({ bytes, seqs, ...lengths }: Entries): TextChunk {
  let at = lengths.start;
  const places = lengths.properties.map((length): Place => [at, (at += length), -1, -1]);
  for (const [index, length] of lengths.elements.entries()) {
    if (length >= 0) places[index]?.splice(2, 2, at, (at += length));
  }
  const bySeq = new Map(seqs.map((seq, index) => [seq, places[index] as Place]));
  const placeOf = (seq: number) => bySeq.get(seq) as Place;
  return {
    seqs,
    has: (seq) => bySeq.has(seq),
    properties(seq) {
      const [start, end] = placeOf(seq);
      return bytes.toString("utf8", start, end);
    },
    elements(seq) {
      const [, , start, end] = placeOf(seq);
      return start === -1 ? null : bytes.toString("utf8", start, end);
    },
    bytes(seq) {
      const [start, end, elements, elementsEnd] = placeOf(seq);
      return end - start + (elementsEnd - elements);
    },
  };
}
