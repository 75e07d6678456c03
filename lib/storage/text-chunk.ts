import { endianness } from "node:os";
import { promisify } from "node:util";
import { crc32, deflateRaw, deflateRawSync, inflateRawSync } from "node:zlib";
import { headAt, packHeads, readHeads, readNames } from "./chunk-heads.ts";
import type { ChunkHeads, EventHead } from "./chunk-heads.ts";
import { firstSeqOf, moveUuids, packUuids, readUuids } from "./chunk-uuids.ts";
import type { ChunkUuids, NamedEvent } from "./chunk-uuids.ts";
import { readLeftMark, textsLeft } from "./left-mark.ts";
import type { LeftMark } from "./left-mark.ts";

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

/** The arrival of an event. */
export interface Origin {
  receivedAtMs: number;
  /** 16 bytes; or, for chunks of the third form, the `uuidSum` of a uuid that lies in the event's row. Alike for all of a chunk. */
  uuid: Buffer | number;
}

/** The texts of an event. */
export interface EventTexts {
  seq: number;
  /** JSON text. */
  properties: string;
  elements: string | null;
  /** Undefined = in the event's row, for chunks of the second form; all events of a chunk have it or none has. */
  origin?: Origin | undefined;
  /** Undefined = in the event's row, for chunks of older forms; all events of a chunk have it or none has. It needs `origin`. */
  head?: EventHead | undefined;
}

/** A chunk that was read. Its methods take the `seq` of an event that it has. */
export interface TextChunk {
  readonly seqs: readonly number[];
  has(seq: number): boolean;
  /** @throws HogletError 400 `events_left` when the texts have left */
  properties(seq: number): string;
  /** @throws as `properties` */
  elements(seq: number): string | null;
  /** Bytes of both, also when they have left. */
  bytes(seq: number): number;
  /** Undefined = the texts are here. */
  left(seq: number): LeftMark | undefined;
  /** The event as it is packed: with its mark when the texts have left. */
  packed(seq: number): EventTexts;
  /** Undefined = in the event's row. */
  origin(seq: number): Origin | undefined;
  /** Undefined = in the event's row. */
  head(seq: number): EventHead | undefined;
}

/** The byte with which a mark begins. */
const TILDE = 0x7e;

const SUM_BYTES = 4;
const SEQ_BYTES = 8;
const TIME_BYTES = 8;
const COUNT_BYTES = 4;

/** The bits in which the checksums of the forms differ. */
const FORMS = {
  first: 0,
  second: 0xffff_ffff,
  third: 0xaaaa_aaaa,
  fourth: 0x5555_5555,
  fifth: 0x3333_3333,
} as const;

/** Bytes of a chunk of the fourth and the fifth form before its uuids: their number is at 4, the first time of arrival at 8. */
const [LENGTH_AT, TIME_AT, UUIDS_AT] = [4, 8, 16] as const;

const IS_BIG_ENDIAN = endianness() === "BE";

/** Level 7 takes 1.5 µs an event. Level 6 takes 0.3 µs less and 1 byte an event more; 8 takes 0.7 µs more and saves 0.7 (measured). */
const LEVEL = 7;

const DEFLATE = { level: LEVEL, memLevel: 9 } as const;

const deflateAside = promisify(deflateRaw) as (bytes: Buffer, options: typeof DEFLATE) => Promise<Buffer>;

/** Packs texts. @param texts in order of `seq`, all within 2^32 places of the log */
export function packTexts(texts: readonly EventTexts[]): Buffer {
  return toChunkBytes(texts, deflateRawSync(toBody(texts), DEFLATE));
}

/** The same, compressed in a thread of Node's pool while the caller goes on. */
export async function packTextsAside(texts: readonly EventTexts[]): Promise<Buffer> {
  return toChunkBytes(texts, await deflateAside(toBody(texts), DEFLATE));
}

/** The part of a chunk that is deflated. */
function toBody(texts: readonly EventTexts[]): Buffer {
  const count = texts.length;
  const first = texts[0]?.seq ?? 0;
  const origin = texts[0]?.origin;
  let [all, elements, seq, receivedAtMs] = ["", "", first, origin?.receivedAtMs ?? 0];
  for (const text of texts) {
    all += text.properties;
    if (text.elements !== null) elements += text.elements;
  }
  all += elements;
  const body = Buffer.from(all);
  // One Buffer for all, since one for each text takes longer than to compress it.
  const bytesOf =
    body.length === all.length ? (text: string) => text.length : (text: string) => Buffer.byteLength(text);
  const numbers = new Uint32Array(1 + (origin === undefined ? 3 : 5) * count);
  const sums = new Uint16Array(typeof origin?.uuid === "number" ? count : 0);
  numbers[0] = count;
  for (let index = 0; index < count; index++) {
    const text = texts[index] as EventTexts;
    numbers[1 + index] = text.seq - seq;
    numbers[1 + count + index] = bytesOf(text.properties);
    numbers[1 + 2 * count + index] = text.elements === null ? 0 : bytesOf(text.elements) + 1;
    ({ seq } = text);
    if (text.origin === undefined) continue;
    const distance = text.origin.receivedAtMs - receivedAtMs;
    numbers[1 + 3 * count + index] = distance;
    numbers[1 + 4 * count + index] = Math.floor(distance / WORD);
    if (typeof text.origin.uuid === "number") sums[index] = text.origin.uuid;
    ({ receivedAtMs } = text.origin);
  }
  const parts = [Buffer.from(numbers.buffer), Buffer.from(sums.buffer)] as const;
  if (IS_BIG_ENDIAN) {
    parts[0].swap32();
    parts[1].swap16();
  }
  return Buffer.concat([...parts, body]);
}

const WORD = 2 ** 32;

function toChunkBytes(texts: readonly EventTexts[], deflated: Buffer): Buffer {
  const { seq, origin, head: firstHead } = texts[0] ?? { seq: 0 };
  if (origin !== undefined && typeof origin.uuid !== "number") {
    const uuids = packUuids(texts.map(toNamed));
    if (firstHead === undefined) return toFourthForm(origin.receivedAtMs, uuids, deflated);
    const heads = packHeads(texts.map(({ head }) => head as EventHead));
    return toFifthForm(origin.receivedAtMs, { uuids, heads }, deflated);
  }
  const head = Buffer.alloc(SEQ_BYTES + (origin === undefined ? 0 : TIME_BYTES));
  head.writeDoubleLE(seq);
  if (origin !== undefined) head.writeDoubleLE(origin.receivedAtMs, SEQ_BYTES);
  return summed(origin === undefined ? "second" : "third", head, deflated);
}

function toNamed({ seq, origin }: EventTexts): NamedEvent {
  return { seq, uuid: origin?.uuid as Buffer };
}

function toFourthForm(receivedAtMs: number, uuids: Buffer, deflated: Buffer): Buffer {
  const head = Buffer.alloc(UUIDS_AT - SUM_BYTES);
  head.writeUInt32LE(uuids.length);
  head.writeDoubleLE(receivedAtMs, TIME_AT - SUM_BYTES);
  return summed("fourth", head, uuids, deflated);
}

function toFifthForm(
  receivedAtMs: number,
  { uuids, heads }: Record<"uuids" | "heads", Buffer>,
  deflated: Buffer,
): Buffer {
  const start = Buffer.alloc(UUIDS_AT - SUM_BYTES);
  start.writeUInt32LE(uuids.length);
  start.writeDoubleLE(receivedAtMs, TIME_AT - SUM_BYTES);
  const length = Buffer.alloc(COUNT_BYTES);
  length.writeUInt32LE(heads.length);
  return summed("fifth", start, uuids, length, heads, deflated);
}

function summed(form: keyof typeof FORMS, ...parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat([Buffer.alloc(SUM_BYTES), ...parts]);
  data.writeUInt32LE((crc32(data.subarray(SUM_BYTES)) ^ FORMS[form]) >>> 0);
  return data;
}

/**
 * The same events further on in the log, with their heads.
 * @param data of the fourth form, as `packTexts` makes it of texts with uuids and without heads. @param byMs added to arrivals
 * @param heads of its events, in their order
 */
export function moveTexts(
  data: Buffer,
  { bySeqs, byMs }: { bySeqs: number; byMs: number },
  heads: readonly EventHead[],
): Buffer {
  const end = endOfUuids(data);
  const uuids = moveUuids(data.subarray(UUIDS_AT, end), bySeqs);
  return toFifthForm(data.readDoubleLE(TIME_AT) + byMs, { uuids, heads: packHeads(heads) }, data.subarray(end));
}

/** The place after the uuids of a chunk of the fourth or the fifth form. */
export function endOfUuids(data: Buffer): number {
  return UUIDS_AT + data.readUInt32LE(LENGTH_AT);
}

/**
 * The uuids and heads of a chunk whose texts are damaged, without its texts. It stays a damaged one.
 * @param gone the events that it loses
 */
export function dropTexts(data: Buffer, gone: ReadonlySet<number>): Buffer {
  const uuids = unpackUuids(data);
  const left = uuids?.seqs.filter((seq) => !gone.has(seq)) ?? [];
  if (uuids === null || left.length === 0) return Buffer.alloc(0);
  const named = packUuids(left.map((seq) => ({ seq, uuid: uuids.uuid(seq) })));
  const placed = unpackHeads(data);
  const kept =
    placed === undefined
      ? toFourthForm(0, named, Buffer.alloc(0))
      : toFifthForm(0, { uuids: named, heads: packHeads(left.map((seq) => placed.head(seq))) }, Buffer.alloc(0));
  kept[0] = (kept[0] ?? 0) ^ 1;
  return kept;
}

/** Whole events of a chunk: those that have no row. */
export interface PlacedHeads {
  readonly seqs: readonly number[];
  readonly heads: ChunkHeads;
  has(seq: number): boolean;
  /** @param seq of an event that it has */
  head(seq: number): EventHead;
}

/**
 * Reads the heads of a chunk, even those of a chunk whose texts are damaged.
 * @returns undefined = it has none, or they are damaged (`hasLostHeads`)
 */
export function unpackHeads(data: unknown): PlacedHeads | undefined {
  const uuids = unpackUuids(data);
  if (uuids === null || !Buffer.isBuffer(data)) return undefined;
  const heads = readHeads(headsOf(data), uuids.seqs.length);
  if (heads === null) return undefined;
  const { seqs, has } = uuids;
  return { seqs, heads, has, head: (seq) => headAt(heads, uuids.index(seq)) };
}

/**
 * As `unpackHeads`, the projects and names of all events alone: it takes a third of the time. @param events that the chunk has
 * @returns null = they are damaged
 */
export function unpackNames(data: unknown, events: number): Pick<ChunkHeads, "projects" | "names"> | null {
  return Buffer.isBuffer(data) && data.length > UUIDS_AT ? readNames(headsOf(data), events) : null;
}

/** The part of a chunk where a chunk of the fifth form has its heads. */
function headsOf(data: Buffer): Buffer {
  const at = endOfUuids(data);
  if (data.length < at + COUNT_BYTES) return Buffer.alloc(0);
  return data.subarray(at + COUNT_BYTES, endOfHeads(data));
}

/** The place after the heads of a chunk of the fifth form. */
function endOfHeads(data: Buffer): number {
  const at = endOfUuids(data);
  return at + COUNT_BYTES + data.readUInt32LE(at);
}

/** Are events lost, since they have no row and their heads are damaged? @param events that the chunk should have; null = of an older form */
export function hasLostHeads(placed: PlacedHeads | undefined, events: number | null): boolean {
  return placed === undefined ? events !== null && events !== 0 : placed.seqs.length !== events;
}

/** Reads the uuids of a chunk, even one whose texts are damaged. @returns null = it has none, or they are damaged */
export function unpackUuids(data: unknown): ChunkUuids | null {
  if (!Buffer.isBuffer(data) || data.length < UUIDS_AT) return null;
  return readUuids(data.subarray(UUIDS_AT, endOfUuids(data)));
}

/** Are these the bytes of a chunk of an older form, whose events have rows? */
export function isOlderForm(data: Buffer): boolean {
  const form = formOf(data);
  return form !== undefined && form !== "fifth";
}

/** Undefined = its bytes are not those that were stored. */
function formOf(data: Buffer): keyof typeof FORMS | undefined {
  if (data.length < SUM_BYTES) return undefined;
  const mask = (crc32(data.subarray(SUM_BYTES)) ^ data.readUInt32LE()) >>> 0;
  return (["fifth", "fourth", "third", "second", "first"] as const).find((form) => FORMS[form] === mask);
}

/** Reads a chunk. @returns null = its bytes are not those that were stored */
export function unpackTexts(data: unknown): TextChunk | null {
  // Compared first: damaged bytes could inflate to any size.
  const form = Buffer.isBuffer(data) ? formOf(data) : undefined;
  if (form === undefined || !Buffer.isBuffer(data)) return null;
  if (form === "first") return toChunk(readFirstForm(inflateRawSync(data.subarray(SUM_BYTES))));
  if (form === "fifth" || form === "fourth") return readNamed(data, form);
  const timeAt = SUM_BYTES + SEQ_BYTES;
  if (data.length < timeAt) return null;
  const first = data.readDoubleLE(SUM_BYTES);
  if (form === "second") return toChunk(readEntries(first, inflateRawSync(data.subarray(timeAt))));
  const bytes = inflateRawSync(data.subarray(timeAt + TIME_BYTES));
  return toChunk(withOrigins(readEntries(first, bytes), data.readDoubleLE(timeAt)));
}

function readNamed(data: Buffer, form: "fifth" | "fourth"): TextChunk | null {
  const part = data.subarray(UUIDS_AT, endOfUuids(data));
  const uuids = readUuids(part);
  if (uuids === null) return null;
  const placed = form === "fifth" ? unpackHeads(data) : undefined;
  if (form === "fifth" && placed === undefined) return null;
  const end = form === "fifth" ? endOfHeads(data) : UUIDS_AT + part.length;
  const entries = readEntries(firstSeqOf(part), inflateRawSync(data.subarray(end)));
  return toChunk(withOrigins(entries, data.readDoubleLE(TIME_AT), uuids), placed);
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
  /** Undefined = the chunk has none. */
  origins?: () => Origin[];
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

/** The entries of a chunk of the third or, with uuids, of the fourth form, which have more numbers. */
function withOrigins(entries: Entries, firstMs: number, uuids?: ChunkUuids): Entries {
  const { bytes, seqs, start } = entries;
  const count = seqs.length;
  // Few readers ask.
  let origins: Origin[] | undefined;
  const read = () => {
    let receivedAtMs = firstMs;
    return seqs.map((seq, index) => {
      const lower = bytes.readUInt32LE(start + 4 * index);
      const upper = bytes.readInt32LE(start + 4 * (count + index));
      receivedAtMs += upper * WORD + lower;
      const uuid = uuids === undefined ? bytes.readUInt16LE(start + 8 * count + 2 * index) : uuids.uuid(seq);
      return { receivedAtMs, uuid };
    });
  };
  return { ...entries, start: start + (uuids === undefined ? 10 : 8) * count, origins: () => (origins ??= read()) };
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

function toChunk({ bytes, seqs, origins, ...lengths }: Entries, placed?: PlacedHeads): TextChunk {
  let at = lengths.start;
  const places = lengths.properties.map((length): Place => [at, (at += length), -1, -1]);
  for (const [index, length] of lengths.elements.entries()) {
    if (length >= 0) places[index]?.splice(2, 2, at, (at += length));
  }
  const bySeq = new Map(seqs.map((seq, index) => [seq, index]));
  const placeOf = (seq: number) => places[bySeq.get(seq) as number] as Place;
  const propertiesAt = ([start, end]: Place) => bytes.toString("utf8", start, end);
  const elementsAt = ([, , start, end]: Place) => (start === -1 ? null : bytes.toString("utf8", start, end));
  const isLeft = ([start, end]: Place) => end > start && bytes[start] === TILDE;
  const here = (seq: number) => {
    const place = placeOf(seq);
    if (isLeft(place)) throw textsLeft();
    return place;
  };
  const left = (seq: number) => {
    const place = placeOf(seq);
    return isLeft(place) ? readLeftMark(propertiesAt(place)) : undefined;
  };
  const origin = (seq: number) => origins?.()[bySeq.get(seq) as number];
  return {
    seqs,
    has: (seq) => bySeq.has(seq),
    properties: (seq) => propertiesAt(here(seq)),
    elements: (seq) => elementsAt(here(seq)),
    bytes(seq) {
      const [start, end, elements, elementsEnd] = placeOf(seq);
      return left(seq)?.bytes ?? end - start + (elementsEnd - elements);
    },
    left,
    packed(seq) {
      const place = placeOf(seq);
      const texts = { seq, properties: propertiesAt(place), elements: elementsAt(place) };
      return { ...texts, origin: origin(seq), head: placed?.head(seq) };
    },
    origin,
    head: (seq) => placed?.head(seq),
  };
}
