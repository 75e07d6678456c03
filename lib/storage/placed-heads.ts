import { headAt, readHeads, readNames } from "./chunk-heads.ts";
import type { ChunkHeads, EventHead } from "./chunk-heads.ts";
import { endOfUuids, headsOf, UUIDS_AT } from "./chunk-form.ts";
import { readUuids } from "./chunk-uuids.ts";
import type { ChunkUuids } from "./chunk-uuids.ts";

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

/** Are events lost, since they have no row and their heads are damaged? @param events that the chunk should have; null = of an older form */
export function hasLostHeads(placed: PlacedHeads | undefined, events: number | null): boolean {
  return placed === undefined ? events !== null && events !== 0 : placed.seqs.length !== events;
}

/** Reads the uuids of a chunk, even one whose texts are damaged. @returns null = it has none, or they are damaged */
export function unpackUuids(data: unknown): ChunkUuids | null {
  if (!Buffer.isBuffer(data) || data.length < UUIDS_AT) return null;
  return readUuids(data.subarray(UUIDS_AT, endOfUuids(data)));
}
