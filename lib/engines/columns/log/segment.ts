import type { Json } from "../../../events/filters/index.ts";
import type { People } from "../units/people.ts";
import type { Dictionary } from "./dictionary.ts";

/**
 * Events of the log in one block: those whose `seq >> 16` is equal (a trigger computes the same). Small enough that the block
 * being filled, whose columns are made from the log, is read in a quarter of a second; large enough that 10 M events have
 * 150 segments.
 */
export const BLOCK_SIZE = 65_536;

/** The rows `start` to `end − 1` of a segment: all of one event name, in order of time and, where equal, of arrival. */
export interface Run {
  eventNameId: number;
  start: number;
  end: number;
}

/** What is known of a segment without reading its columns. Rows are ordered by event name, then time, then arrival. */
export interface SegmentHead {
  rows: number;
  /** Epoch ms of the earliest and the latest row; 0 when there is none. */
  minMs: number;
  maxMs: number;
  runs: Run[];
}

/** The columns that every event has, one entry per row; each may be read when it is asked for. */
export interface CoreColumns {
  /** Ms since the head's `minMs`. */
  times: Uint32Array | Float64Array;
  /** Ordinal of the distinct id. */
  ids: Uint32Array;
}

/** What the rows have of something, each distinct value written once. */
export interface CodedColumn {
  /** Code of each row's value: its place in `values`. */
  codes: Uint8Array | Uint16Array | Uint32Array;
  /** Place 0 = missing (undefined); equal values of different types have places of their own. */
  values: (Json | undefined)[];
}

/** One property of the rows, in memory. */
export interface PropertyColumn extends CodedColumn {
  /**
   * Where each of the values is in a dictionary that other segments' columns of this property share, so that what is asked of
   * a value is asked once; null = they are too many to be shared.
   */
  terms: { shared: Dictionary; places: Uint32Array } | null;
}

/** A segment whose columns are read when they are asked for. */
export interface Segment extends SegmentHead {
  /** What `seqs` count from. */
  firstSeq: number;
  core(): CoreColumns;
  property(key: string): PropertyColumn;
  /** The keys of its properties, in no particular order. */
  keys(): string[];
  /** Does this property have too many values to be stored as a column: is reading it the cost of reading the log? */
  isWide(key: string): boolean;
  /** The elements: texts as the log has them. */
  elements(): PropertyColumn;
  /** Who did it, as of now: the actor of each row's distinct id. */
  actors(people: People): Uint32Array;
  /** The order of arrival, below `BLOCK_SIZE`: of two rows, the one with the smaller number came first. */
  seqs(): Uint16Array;
  /** Lets go of what it keeps in memory. Columns that were taken stay good, and others are read again. */
  forget(): void;
}

/** The narrowest codes that hold `count` values. */
export function narrowCodes(codes: Uint32Array, count: number): CodedColumn["codes"] {
  if (count <= 0x100) return Uint8Array.from(codes);
  return count <= 0x1_0000 ? Uint16Array.from(codes) : codes;
}

/** Times as offsets: in 32 bits if the segment spans less than 49 days, else as doubles. */
export function toTimes(timestamps: Float64Array, minMs: number, maxMs: number): Uint32Array | Float64Array {
  const times = maxMs - minMs <= 0xffff_ffff ? new Uint32Array(timestamps.length) : new Float64Array(timestamps.length);
  for (let row = 0; row < times.length; row++) times[row] = timestamps[row]! - minMs;
  return times;
}

/** The first row of `start` to `end` at or after the offset; `end` = none is. */
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
