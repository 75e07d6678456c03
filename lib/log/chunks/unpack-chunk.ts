import { inflateRawSync } from "node:zlib";
import { isIntact, splitParts, WORD } from "./chunk-form.ts";
import { headAt, readHeads } from "./chunk-heads.ts";
import { readUuids } from "./chunk-uuids.ts";
import type { EventTexts } from "./pack-chunk.ts";

/** A chunk that was read. Its methods take the `seq` of an event in it. */
export interface TextChunk {
  readonly seqs: readonly number[];
  has(seq: number): boolean;
  properties(seq: number): string;
  elements(seq: number): string | null;
  /** Bytes of both texts. */
  bytes(seq: number): number;
  /** Epoch ms. */
  receivedAt(seq: number): number;
  /** 16 bytes. */
  uuid(seq: number): Buffer;
  /** The whole event, in the form that `packTexts` takes. */
  event(seq: number): EventTexts;
}

/** Reads a chunk. @returns null = its bytes are not those that were stored */
export function unpackTexts(data: unknown): TextChunk | null {
  // Damaged bytes could inflate to any size.
  const parts = Buffer.isBuffer(data) && isIntact(data) ? splitParts(data) : undefined;
  const uuids = parts === undefined ? null : readUuids(parts.uuids);
  if (parts === undefined || uuids === null) return null;
  const { seqs, has, index } = uuids;
  const bytes = inflateRawSync(parts.texts);
  const texts = placeTexts(bytes, seqs.length);
  // Times of arrival, read late, since few readers need them.
  let arrivals: number[] | undefined;
  let heads: ReturnType<typeof readHeads> | undefined;
  const receivedAt = (seq: number) => {
    arrivals ??= readArrivals(bytes, seqs.length, parts.receivedAtMs);
    return arrivals[index(seq)] as number;
  };
  const headOf = (seq: number) => {
    heads ??= readHeads(parts.heads, seqs.length);
    return heads === null ? undefined : headAt(heads, index(seq));
  };
  const properties = (seq: number) => texts.properties(index(seq));
  const elements = (seq: number) => texts.elements(index(seq));
  return {
    seqs,
    has,
    properties,
    elements,
    bytes: (seq) => texts.bytes(index(seq)),
    receivedAt,
    uuid: (seq) => uuids.uuid(seq),
    event: (seq) => ({
      seq,
      uuid: uuids.uuid(seq),
      receivedAtMs: receivedAt(seq),
      properties: properties(seq),
      elements: elements(seq),
      head: headOf(seq),
    }),
  };
}

/** Bytes of an event's numbers before the texts. */
const NUMBERS = 16;

/** Finds the texts of events by their index. */
function placeTexts(bytes: Buffer, count: number) {
  const ends = new Float64Array(count + 1);
  const elementEnds = new Float64Array(count + 1);
  const lengthAt = (part: number, index: number) => bytes.readUInt32LE(4 * (part * count + index));
  ends[0] = NUMBERS * count;
  for (let index = 0; index < count; index++) ends[index + 1] = (ends[index] as number) + lengthAt(0, index);
  elementEnds[0] = ends[count] as number;
  for (let index = 0; index < count; index++) {
    elementEnds[index + 1] = (elementEnds[index] as number) + Math.max(0, lengthAt(1, index) - 1);
  }
  const textOf = (places: Float64Array, index: number) => bytes.toString("utf8", places[index], places[index + 1]);
  return {
    properties: (index: number) => textOf(ends, index),
    elements: (index: number) => (lengthAt(1, index) === 0 ? null : textOf(elementEnds, index)),
    bytes: (index: number) => lengthAt(0, index) + Math.max(0, lengthAt(1, index) - 1),
  };
}

function readArrivals(bytes: Buffer, count: number, firstMs: number): number[] {
  let receivedAtMs = firstMs;
  return Array.from({ length: count }, (_, index) => {
    const lower = bytes.readUInt32LE(4 * (2 * count + index));
    const upper = bytes.readInt32LE(4 * (3 * count + index));
    return (receivedAtMs += upper * WORD + lower);
  });
}
