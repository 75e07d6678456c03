import { inflateRawSync } from "node:zlib";
import {
  COUNT_BYTES,
  endOfHeads,
  endOfUuids,
  formOf,
  SEQ_BYTES,
  SUM_BYTES,
  TIME_AT,
  TIME_BYTES,
  UUIDS_AT,
  WORD,
} from "./chunk-form.ts";
import type { EventHead } from "./chunk-heads.ts";
import { firstSeqOf, readUuids } from "./chunk-uuids.ts";
import type { ChunkUuids } from "./chunk-uuids.ts";
import { readLeftMark, textsLeft } from "./left-mark.ts";
import type { LeftMark } from "./left-mark.ts";
import type { EventTexts, Origin } from "./pack-chunk.ts";
import { unpackHeads } from "./placed-heads.ts";
import type { PlacedHeads } from "./placed-heads.ts";

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
