import { headAt, readHeads, readNames } from "./chunk-heads.ts";
import type { ChunkHeads, EventHead } from "./chunk-heads.ts";
import { splitParts } from "./chunk-form.ts";
import type { ChunkParts } from "./chunk-form.ts";
import { readUuids } from "./chunk-uuids.ts";
import type { ChunkUuids } from "./chunk-uuids.ts";

/** The whole events of a chunk, which have no row. */
export interface PlacedHeads {
  readonly seqs: readonly number[];
  readonly heads: ChunkHeads;
  has(seq: number): boolean;
  /** @param seq of an event in the chunk */
  head(seq: number): EventHead;
  /** 16 bytes. @param seq of an event in the chunk */
  uuid(seq: number): Buffer;
}

/**
 * Reads a chunk's heads, even where its texts are damaged.
 * @returns undefined = damaged heads (`hasLostHeads`), or no event is left
 */
export function unpackHeads(data: unknown): PlacedHeads | undefined {
  const parts = partsOf(data);
  const uuids = parts === undefined ? null : readUuids(parts.uuids);
  if (parts === undefined || uuids === null) return undefined;
  const heads = readHeads(parts.heads, uuids.seqs.length);
  if (heads === null) return undefined;
  const { seqs, has, uuid } = uuids;
  return { seqs, heads, has, head: (seq) => headAt(heads, uuids.index(seq)), uuid };
}

/**
 * Projects and names alone, in a third of the time. @param events of the chunk
 * @returns null = the heads are damaged
 */
export function unpackNames(data: unknown, events: number): Pick<ChunkHeads, "projects" | "names"> | null {
  const parts = partsOf(data);
  return parts === undefined ? null : readNames(parts.heads, events);
}

/** Are events lost, since their heads are damaged? @param events that the chunk should have */
export function hasLostHeads(placed: PlacedHeads | undefined, events: number): boolean {
  return (placed?.seqs.length ?? 0) !== events;
}

/** Reads a chunk's uuids, even where its texts are damaged. @returns null = damaged, or no event is left */
export function unpackUuids(data: unknown): ChunkUuids | null {
  const parts = partsOf(data);
  return parts === undefined ? null : readUuids(parts.uuids);
}

function partsOf(data: unknown): ChunkParts | undefined {
  return Buffer.isBuffer(data) ? splitParts(data) : undefined;
}
