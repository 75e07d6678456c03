import type { Json } from "../../../events/filters/index.ts";
import type { People } from "../entities/people.ts";
import type { Dictionary } from "./dictionary.ts";

/**
 * Events of the log in one block: those with equal `seq >> 16` (a trigger computes the same). Small enough that the
 * unfinished block, whose columns are made from the log, is read in a quarter of a second; large enough that 10 M
 * events have 150 segments.
 */
export const BLOCK_SIZE = 65_536;

/** The rows `start` to `end − 1` of a segment: all of one event name, in order of time and, where equal, of arrival. */
export interface Run {
  eventNameId: number;
  start: number;
  end: number;
}

/**
 * The part of a segment that is known without reading its columns. Rows are ordered by event name, then time, then
 * arrival.
 */
export interface SegmentHead {
  rows: number;
  /** Epoch ms of the earliest and the latest row; 0 without rows. */
  minMs: number;
  maxMs: number;
  runs: Run[];
}

/** The columns that every event has, one entry per row; each may be read on demand. */
export interface CoreColumns {
  /** Ms since the head's `minMs`. */
  times: Uint32Array | Float64Array;
  /** Ordinal of the distinct id. */
  ids: Uint32Array;
}

/** The order of arrival of each row: distances from a range's first `seq`, below `BLOCK_SIZE`. */
export type Distances = Uint16Array | Uint32Array;

/**
 * The rows of a segment in stretches of one event name and one hour of UTC. Counts by hours, days, weeks or months read it instead of
 * the times, which take twenty times as much: in all time zones whose distance to UTC is whole hours.
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
  /** Code of each row's value: its position in `values`. */
  codes: Uint8Array | Uint16Array | Uint32Array;
  /** Position 0 = missing (undefined); equal values of different types have different positions. */
  values: (Json | undefined)[];
}

/** One property of the rows, in memory. */
export interface PropertyColumn extends CodedColumn {
  /**
   * The position of each value in a dictionary that other segments' columns of this property share, so that a question
   * tests each value once; null = too many values to share.
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
  /** Keeps a property that another thread has read. */
  keepProperty(key: string, coded: CodedColumn): void;
  /** The keys of its properties, in no particular order. */
  keys(): string[];
  /** Does this property have too many values for a column, so that reading it costs reading the log? */
  isWide(key: string): boolean;
  /** The elements: texts as stored in the log. */
  elements(): PropertyColumn;
  /** The current actor of each row's distinct id, valid for the rows `start` to `end − 1`. */
  actors(people: People, start: number, end: number): Uint32Array;
  /** The order of arrival, below `BLOCK_SIZE`: of two rows, the row with the smaller number came first. */
  seqs(): Uint16Array;
  /** Its rows by hours; null = they are not stored. */
  hours(): Hours | null;
  /**
   * Calls `use` with columns that are not kept in memory: those that are not there yet are read when `use` takes them, and freed when
   * it returns, without waiting for a garbage collection. So `use` must not keep them.
   */
  lend<T>(use: (columns: LentColumns) => T): T;
  /** Drops its cached columns. Columns that were taken stay valid, and others are read again. */
  forget(): void;
  /** As `forget`, only of the columns that few questions need once an actor index holds them: distinct ids and order. */
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

/** The first row of `start` to `end` at or after the offset; `end` = none. */
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
