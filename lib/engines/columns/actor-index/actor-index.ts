import type { KernelMemory } from "../kernels/compiled.ts";
import type { TaggedRows } from "../kernels/gather-rows.ts";
import { BLOCK_SIZE } from "../log/segment.ts";

/**
 * The rows of a project's first segments again, grouped by distinct id: questions about sequences of a person's events
 * read memory in one direction. Grouped by distinct ids rather than persons, so that merges change nothing.
 */
export interface ActorIndex extends TaggedRows {
  /** Number of its segments; each has a full block, in which no row is added or moved. */
  segmentCount: number;
  /** The event name of each number. */
  nameIds: number[];
  /**
   * Distinct ids with rows, by ordinal: each has a stretch of its own, in order of time, then of arrival. Ascending; those of
   * later segments in its room (`tail`) follow, again ascending.
   */
  ids: Uint32Array;
  /** Epoch ms of the latest row. */
  maxMs: number;
  /** The memory of its columns, which compiled kernels see; null = they lie elsewhere. */
  memory: KernelMemory | null;
  /** Its columns with the room behind them, where `index-tail.ts` puts the rows of later segments. */
  whole: IndexColumns;
  /** The content of the room that it reads; null = it does not read the room. */
  tail: TailUse | null;
}

export type IndexColumns = Pick<ActorIndex, "lows" | "tags" | "places" | "ids" | "offsets">;

/** See `index-tail.ts`. */
export interface TailUse {
  /** Two words that all threads see: the number of the room's content, and how many threads read it now. */
  state: Int32Array;
  number: number;
  /** Stretches from here on are in the room: their rows came after those of all stretches before. */
  firstStretch: number;
}

/**
 * Rows of later segments for which an actor index has room: the unfinished block, and one before it whose columns are not
 * stored yet. Room that nobody writes to takes no memory. Writing takes 30 to 50 ns a row, whenever an event has come.
 */
export const TAIL_ROWS = 2 * BLOCK_SIZE;

/** Bytes for this number of rows; a distinct id, of which there are far fewer, takes 16 more. */
export function estimateIndex(rows: number): number {
  return rows * 11;
}

/** Bytes of an actor index, with its grouping by actor. */
export function sizeOfIndex({ lows, tags, places, ids, offsets }: ActorIndex): number {
  return lows.byteLength + tags.byteLength + places.byteLength + 3 * ids.byteLength + offsets.byteLength;
}

/** An actor index that another thread has sent, with columns in the memory that this thread's kernels see. */
export function receiveIndex(sent: ActorIndex): ActorIndex {
  const { memory, lows, tags, places, ids, offsets } = sent;
  if (memory === null) return sent;
  const { buffer } = memory.memory;
  const words = ({ byteOffset, length }: Uint32Array) => new Uint32Array(buffer, byteOffset, length);
  const ownTags = tags instanceof Uint16Array ? new Uint16Array(buffer, tags.byteOffset, tags.length) : words(tags);
  return { ...sent, lows: words(lows), tags: ownTags, places: words(places), ids: words(ids), offsets: words(offsets) };
}
