import type { Json } from "../../../events/filters/index.ts";
import type { People } from "../entities/people.ts";
import type { Dictionary } from "./dictionary.ts";

/**
 * Events in one block: those with equal `seq >> 16` (a trigger computes the same). The unfinished block, read from the
 * log, takes a quarter of a second; 10 M events have 150 segments.
 */
export const BLOCK_SIZE = 65_536;

/** The rows `start` to `end − 1`: all of one event name, in order of time, then of arrival. */
export interface Run {
  eventNameId: number;
  start: number;
  end: number;
}

/** The part of a segment known without reading columns. Rows are ordered by event name, then time, then arrival. */
export interface SegmentHead {
  rows: number;
  /** Epoch ms; 0 without rows. */
  minMs: number;
  maxMs: number;
  runs: Run[];
}

/** The columns of every event, each read on demand. */
export interface CoreColumns {
  /** Ms since the head's `minMs`. */
  times: Uint32Array | Float64Array;
  /** Ordinal of the distinct id. */
  ids: Uint32Array;
}

/** The order of arrival: distances from a range's first `seq`, below `BLOCK_SIZE`. */
export type Distances = Uint16Array | Uint32Array;

/**
 * Stretches of one event name and one hour of UTC. Counts by hours, days, weeks or months read them, a twentieth of the
 * times, in time zones whose offset is whole hours.
 */
export interface Hours {
  /** The first row of each stretch, ascending. */
  rows: Uint32Array;
  /** Hours since the epoch of each stretch. */
  hours: Uint32Array;
}

/** The columns that an actor index is built from. */
export interface LentColumns extends CoreColumns {
  seqs: Distances;
}

/** A column of values, with each distinct value stored once. */
export interface CodedColumn {
  /** Each row's position in `values`. */
  codes: Uint8Array | Uint16Array | Uint32Array;
  /** Position 0 = missing (undefined); values of different types differ. */
  values: (Json | undefined)[];
}

/** A column as it is stored. */
export interface StoredCodes extends Pick<CodedColumn, "codes"> {
  /** The values from position 1, as a JSON list. */
  list: string;
}

export interface PropertyColumn extends CodedColumn {
  /**
   * Each value's position in a dictionary shared by all segments, so that a question tests each value once; null = too
   * many values to share.
   */
  terms: { shared: Dictionary; places: Uint32Array } | null;
}

/** A segment whose columns are read on demand. */
export interface Segment extends SegmentHead {
  /** The origin of `seqs`. */
  firstSeq: number;
  core(): CoreColumns;
  property(key: string): PropertyColumn;
  /** Is a property in memory? */
  hasProperty(key: string): boolean;
  /** Keeps what another thread has read. */
  keepProperty(key: string, coded: CodedColumn): void;
  /** The keys of its properties, in no particular order. */
  keys(): string[];
  /** Has it too many values for a column, so that reading it reads the log? */
  isWide(key: string): boolean;
  /** The elements: texts as stored in the log. */
  elements(): PropertyColumn;
  /** The current actors of the rows `start` to `end − 1`. */
  actors(people: People, start: number, end: number): Uint32Array;
  /** Below `BLOCK_SIZE`; smaller numbers arrived first. */
  seqs(): Uint16Array;
  /** Null = not stored. */
  hours(): Hours | null;
  /**
   * Calls `use` with columns that are not kept in memory: each is read when `use` takes it, and freed at once when
   * `use` returns. So `use` must not keep them.
   */
  lend<T>(use: (columns: LentColumns) => T): T;
  /** Drops cached columns. Columns already taken stay valid. */
  forget(): void;
  /** Forgets only distinct ids and order, which few questions need beside an actor index. */
  forgetIndexed(): void;
}

/** Converts codes to the narrowest type that holds `count` values. */
export function narrowCodes(codes: Uint32Array, count: number): CodedColumn["codes"] {
  if (count <= 0x100) return Uint8Array.from(codes);
  return count <= 0x1_0000 ? Uint16Array.from(codes) : codes;
}

/** Converts times to offsets: 32 bits if the segment spans less than 49 days, else doubles. */
export function toTimes(timestamps: Float64Array, minMs: number, maxMs: number): Uint32Array | Float64Array {
  const times = maxMs - minMs <= 0xffff_ffff ? new Uint32Array(timestamps.length) : new Float64Array(timestamps.length);
  for (let row = 0; row < times.length; row++) times[row] = timestamps[row]! - minMs;
  return times;
}

/** The first row at or after the offset; `end` = none. */
export function lowerBound(times: Uint32Array | Float64Array, offset: number, start: number, end: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
