import { headAt, readHeads, readNames } from "./chunk-heads.ts";
import type { ChunkHeads, EventHead } from "./chunk-heads.ts";
import { splitParts } from "./chunk-form.ts";
import type { ChunkParts } from "./chunk-form.ts";
import { readUuids } from "./chunk-uuids.ts";
import type { ChunkUuids } from "./chunk-uuids.ts";

/** Whole events of a chunk: those that have no row. */
export interface PlacedHeads {
  readonly seqs: readonly number[];
  readonly heads: ChunkHeads;
  has(seq: number): boolean;
  /** @param seq of an event that it has */
  head(seq: number): EventHead;
  /** 16 bytes. @param seq of an event that it has */
  uuid(seq: number): Buffer;
}

/**
 * Reads the heads of a chunk, even those of a chunk whose texts are damaged.
 * @returns undefined = they are damaged (`hasLostHeads`), or all its events were deleted
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
 * As `unpackHeads`, the projects and names of all events alone: it takes a third of the time. @param events that the chunk has
 * @returns null = they are damaged
 */
export function unpackNames(data: unknown, events: number): Pick<ChunkHeads, "projects" | "names"> | null {
  const parts = partsOf(data);
  return parts === undefined ? null : readNames(parts.heads, events);
}

/** Are events lost, since their heads are damaged? @param events that the chunk should have */
export function hasLostHeads(placed: PlacedHeads | undefined, events: number): boolean {
  return (placed?.seqs.length ?? 0) !== events;
}

/** Reads the uuids of a chunk, even one whose texts are damaged. @returns null = they are damaged, or all its events were deleted */
export function unpackUuids(data: unknown): ChunkUuids | null {
  const parts = partsOf(data);
  return parts === undefined ? null : readUuids(parts.uuids);
}

function partsOf(data: unknown): ChunkParts | undefined {
  return Buffer.isBuffer(data) ? splitParts(data) : undefined;
}
