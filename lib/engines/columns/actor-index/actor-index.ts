import type { KernelMemory } from "../kernels/compiled.ts";
import type { TaggedRows } from "../kernels/gather-rows.ts";
import { BLOCK_SIZE } from "../log/segment.ts";

/**
 * The rows of a project's first segments, grouped by distinct id: questions about sequences read memory in one
 * direction. Distinct ids rather than persons, so that merges change nothing.
 */
export interface ActorIndex extends TaggedRows {
  /** Each of these segments has a full block, in which no row is added or moved. */
  segmentCount: number;
  /** The event name of each number. */
  nameIds: number[];
  /**
   * Distinct ids with rows, by ordinal, ascending: each has a stretch of its own, in order of time, then of arrival.
   * The ids of later segments (`tail`) follow, again ascending.
   */
  ids: Uint32Array;
  /** Epoch ms of the latest row. */
  maxMs: number;
  /** The memory that compiled kernels see; null = the columns lie elsewhere. */
  memory: KernelMemory | null;
  /** The columns with the room behind them, where `index-tail.ts` puts the rows of later segments. */
  whole: IndexColumns;
  /** The content of the room; null = the room is not read. */
  tail: TailUse | null;
  /** The file in which the rows lie that are not in memory yet; null = all are in memory. */
  stored: StoredRows | null;
}

export type IndexColumns = Pick<ActorIndex, "lows" | "tags" | "places" | "ids" | "offsets">;

/** The file of an actor index; see `stored-index.ts`. */
export interface StoredRows {
  path: string;
  /** The checksum of its directory: another file may have the path meanwhile. */
  sum: number;
  /** The first stretch of each chunk; at the end, the number of stretches. */
  firsts: Uint32Array;
  /** The CRC-32 of each chunk. */
  sums: Uint32Array;
  /** Is there room for all rows in memory? */
  keepsRows: boolean;
  /** For each chunk: `INTACT` once a thread has read it, `IN_MEMORY` once its rows are in the columns. All threads see it. */
  states: Uint8Array;
}

/** States of a chunk; 0 = nobody has read it. */
export const INTACT = 1;
export const IN_MEMORY = 2;

/** See `index-tail.ts`. */
export interface TailUse {
  /** Two words that all threads see: the number of the room's content, and how many threads read it. */
  state: Int32Array;
  number: number;
  /** Stretches from here on are in the room. */
  firstStretch: number;
}

/**
 * Rows of later segments for which an actor index has room: the unfinished block, and a block whose columns are not
 * stored yet. Unwritten room takes no memory.
 */
export const TAIL_ROWS = 2 * BLOCK_SIZE;

/** Bytes for this number of rows; each distinct id takes 16 more. */
export function estimateIndex(rows: number): number {
  return rows * 11;
}

/** Bytes of an actor index, with its grouping by actor. */
export function sizeOfIndex({ lows, tags, places, ids, offsets, stored }: ActorIndex): number {
  const rowBytes = stored?.keepsRows !== false ? lows.byteLength + tags.byteLength + places.byteLength : 0;
  return rowBytes + 3 * ids.byteLength + offsets.byteLength;
}

/** Maps the columns of another thread's actor index into the memory that this thread's kernels see. */
export function receiveIndex(sent: ActorIndex): ActorIndex {
  const { memory, lows, tags, places, ids, offsets } = sent;
  if (memory === null) return sent;
  const { buffer } = memory.memory;
  const words = ({ byteOffset, length }: Uint32Array) => new Uint32Array(buffer, byteOffset, length);
  const ownTags = tags instanceof Uint16Array ? new Uint16Array(buffer, tags.byteOffset, tags.length) : words(tags);
  return { ...sent, lows: words(lows), tags: ownTags, places: words(places), ids: words(ids), offsets: words(offsets) };
}
