import { endOfParts, openKernelMemory, openPart } from "../kernels/compiled.ts";
import type { KernelMemory } from "../kernels/compiled.ts";
import { orderStretches, placeRows, scatterRows } from "../kernels/scatter-rows.ts";
import type { TaggedRows } from "../kernels/gather-rows.ts";
import { sortRows } from "../kernels/sort-rows.ts";
import type { SortedRows } from "../kernels/sort-rows.ts";
import type { People } from "../entities/people.ts";
import { BLOCK_SIZE } from "../log/segment.ts";
import type { Segment } from "../log/segment.ts";

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

/** The columns of an actor index. */
export type IndexColumns = Pick<ActorIndex, "lows" | "tags" | "places" | "ids" | "offsets">;

/** See `index-tail.ts`. */
export interface TailUse {
  /** Two words that all threads see: the number of the room's content, and how many threads read it now. */
  state: Int32Array;
  number: number;
  /** Stretches from here on are in the room: their rows came after those of all stretches before. */
  firstStretch: number;
}

const TWO_32 = 2 ** 32;

/**
 * Rows of later segments for which an actor index has room: the unfinished block, and one before it whose columns are not
 * stored yet. Room that nobody writes to takes no memory. Writing takes 30 to 50 ns a row, whenever an event has come.
 */
export const TAIL_ROWS = 2 * BLOCK_SIZE;

/** Rows of a step: about 0.5 ms, which a question that comes meanwhile waits. More rows a step save transactions of 20 µs. */
const STEP_ROWS = 4096;

/** Bytes for this number of rows; a distinct id, of which there are far fewer, takes 16 more. */
export function estimateIndex(rows: number): number {
  return rows * 11;
}

/** Bytes of an actor index, with its grouping by actor. */
export function sizeOfIndex({ lows, tags, places, ids, offsets }: ActorIndex): number {
  return lows.byteLength + tags.byteLength + places.byteLength + 3 * ids.byteLength + offsets.byteLength;
}

/** Builds the actor index of the first segments at once; see `actorIndexSteps`. */
export function createActorIndex(all: readonly Segment[], people: People, segmentCount: number): ActorIndex | null {
  return runToEnd(actorIndexSteps(all.slice(0, segmentCount), people.actors.length));
}

/**
 * Builds the actor index of segments: counts the rows of each distinct id, appends each row, in the order of arrival, to
 * those of its id, and sorts the stretches that are not in order of time. A step takes 0.5 to 2 ms.
 * @param idLimit above the ordinal of every distinct id
 * @returns null when time span and names need more than 32 bits
 */
export function* actorIndexSteps(segments: readonly Segment[], idLimit: number): Generator<void, ActorIndex | null> {
  const numbers = numberNames(segments);
  const minMs = segments.reduce((least, segment) => Math.min(least, segment.minMs), Infinity);
  const maxMs = segments.reduce((most, segment) => Math.max(most, segment.maxMs), -Infinity);
  const tagBits = bitsFor(numbers.size);
  const bits = tagBits + bitsFor(Math.floor((maxMs - minMs) / TWO_32) + 1);
  if (segments.length === 0 || bits > 31) return null;
  const next = yield* countRows(segments, idLimit);
  const columns = openColumns({
    rows: segments.reduce((sum, segment) => sum + segment.rows, 0),
    idCount: countIds(next),
    isNarrow: bits <= 16,
  });
  layOut(columns, next, 0, 0);
  const actorIndex: ActorIndex = {
    ...columns,
    segmentCount: segments.length,
    nameIds: [...numbers.keys()],
    tagBits,
    minMs,
    maxMs,
    tail: null,
  };
  const scatter = createScatter(actorIndex, next);
  for (const [index, segment] of segments.entries()) {
    yield* scatter(segment, index, numbers);
    segment.forgetIndexed();
  }
  yield* sortStretches(actorIndex, 0);
  return actorIndex;
}

/**
 * Writes the rows of segments that come after those of an actor index into the room behind its columns, as more stretches. The
 * segments must have names that the index numbers, times that its tags can hold, and at most `TAIL_ROWS` rows.
 * @returns the index with those rows
 */
export function appendSegments(
  actorIndex: ActorIndex,
  segments: readonly Segment[],
  idLimit: number,
  numbers: ReadonlyMap<number, number>,
): ActorIndex {
  const { whole, ids, lows, segmentCount } = actorIndex;
  const next = runToEnd(countRows(segments, idLimit));
  const idCount = ids.length + countIds(next);
  const rows = layOut(whole, next, ids.length, lows.length);
  const longer: ActorIndex = {
    ...actorIndex,
    ...cutColumns(whole, rows, idCount),
    segmentCount: segmentCount + segments.length,
    nameIds: [...numbers.keys()],
    maxMs: segments.reduce((most, segment) => Math.max(most, segment.maxMs), actorIndex.maxMs),
  };
  const scatter = createScatter(longer, next);
  for (const [index, segment] of segments.entries()) runToEnd(scatter(segment, segmentCount + index, numbers));
  runToEnd(sortStretches(longer, ids.length));
  return longer;
}

function runToEnd<T>(steps: Generator<void, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

function countIds(counts: Uint32Array): number {
  let count = 0;
  for (let id = 0; id < counts.length; id++) if (counts[id] !== 0) count++;
  return count;
}

/** Counts the rows of each distinct id, by ordinal. */
function* countRows(segments: readonly Segment[], idLimit: number): Generator<void, Uint32Array> {
  const counts = new Uint32Array(idLimit);
  for (const segment of segments) {
    segment.lend(({ ids }) => {
      for (let row = 0; row < ids.length; row++) counts[ids[row]!]! += 1;
    });
    yield;
  }
  return counts;
}

/**
 * Finds the stretches of the distinct ids with rows; `counts` become the position of each id's first row.
 * @param place of the first stretch
 * @param count rows before it
 * @returns the rows up to the end of the last one
 */
function layOut(
  { ids, offsets }: Pick<ActorIndex, "ids" | "offsets">,
  counts: Uint32Array,
  place: number,
  count: number,
): number {
  for (let id = 0; id < counts.length; id++) {
    const own = counts[id]!;
    counts[id] = count;
    if (own === 0) continue;
    ids[place++] = id;
    count += own;
    offsets[place] = count;
  }
  return count;
}

/** Opens columns of zeros that all threads see, in the memory of compiled kernels if there is any. */
function openColumns(size: {
  rows: number;
  idCount: number;
  isNarrow: boolean;
}): IndexColumns & Pick<ActorIndex, "memory" | "whole"> {
  const tagBytes = size.isNarrow ? 2 : 4;
  const rows = size.rows + TAIL_ROWS;
  const idCount = size.idCount + TAIL_ROWS;
  const memory = openKernelMemory(rows, rows * (8 + tagBytes) + (2 * idCount + 1) * 4);
  let end = memory === null ? 0 : endOfParts(memory);
  const words = (length: number) => {
    if (memory === null) return new Uint32Array(new SharedArrayBuffer(length * 4));
    end += length * 4;
    return new Uint32Array(memory.memory.buffer, end - length * 4, length);
  };
  const [lows, places, ids, offsets] = [words(rows), words(rows), words(idCount), words(idCount + 1)];
  const buffer = memory?.memory.buffer ?? new SharedArrayBuffer(rows * tagBytes);
  const tags = size.isNarrow ? new Uint16Array(buffer, end, rows) : new Uint32Array(buffer, end, rows);
  const whole = { lows, tags, places, ids, offsets };
  return { ...cutColumns(whole, size.rows, size.idCount), memory, whole };
}

function cutColumns({ lows, tags, places, ids, offsets }: IndexColumns, rows: number, idCount: number): IndexColumns {
  return {
    lows: lows.subarray(0, rows),
    tags: tags.subarray(0, rows),
    places: places.subarray(0, rows),
    ids: ids.subarray(0, idCount),
    offsets: offsets.subarray(0, idCount + 1),
  };
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

/** Gives words to work in while an index is built: in the parts of its memory, which no question uses yet, or elsewhere. */
function openWork(memory: KernelMemory | null): (length: number) => Uint32Array {
  const part = memory === null ? null : openPart(memory, 0);
  let end = 0;
  return (length) => {
    const from = end;
    end += length * 4;
    if (memory === null || part === null || end > endOfParts(memory)) return new Uint32Array(length);
    return new Uint32Array(part.buffer, from, length);
  };
}

/**
 * Creates the function that writes a segment's rows to the positions of their ids, in the order of their arrival; in the
 * segment they lie by name.
 * @param counts the position of each id's first row
 */
function createScatter(columns: ActorIndex, counts: Uint32Array) {
  const words = openWork(columns.memory);
  const next = words(counts.length);
  next.set(counts);
  // The row + 1 and its name's number, in order of arrival within the block.
  const rowAt = words(BLOCK_SIZE);
  const nameAt = words(BLOCK_SIZE);
  const [ownIds, ownTimes] = [words(BLOCK_SIZE), words(BLOCK_SIZE)];
  const { buffer, byteOffset } = words(BLOCK_SIZE / 2);
  const ownSlots = new Uint16Array(buffer, byteOffset, BLOCK_SIZE);
  return function* scatter(segment: Segment, index: number, numbers: ReadonlyMap<number, number>) {
    const times = segment.lend((lent) => {
      ownIds.set(lent.ids);
      ownSlots.set(lent.seqs);
      if (lent.times instanceof Float64Array) return new Float64Array(lent.times);
      ownTimes.set(lent.times);
      return ownTimes;
    });
    rowAt.fill(0);
    for (const { eventNameId, start, end } of segment.runs) {
      placeRows({ rowAt, nameAt }, ownSlots, numbers.get(eventNameId)!, start, end);
    }
    const sinceMs = segment.minMs - columns.minMs;
    const arrived = { rowAt, nameAt, ids: ownIds, times, sinceMs, place: index << 16 };
    for (let slot = 0; slot < BLOCK_SIZE; slot += STEP_ROWS) {
      yield;
      scatterRows(columns, next, arrived, slot, slot + STEP_ROWS);
    }
  };
}

/** Stretches of a step: they have some thousand rows. */
const STEP_STRETCHES = 256;

/** Sorts each stretch with late rows, from `firstStretch` on: here those that a kernel leaves. */
function* sortStretches(actorIndex: ActorIndex, firstStretch: number): Generator<void, void> {
  const { ids, offsets, lows, tags, tagBits, places } = actorIndex;
  let rows = createColumns(256);
  let spare = createColumns(512);
  for (let first = firstStretch; first < ids.length; first += STEP_STRETCHES) {
    yield;
    const until = Math.min(first + STEP_STRETCHES, ids.length);
    for (let place = orderStretches(actorIndex, first, until); place < until;) {
      const from = offsets[place]!;
      const count = offsets[place + 1]! - from;
      if (count > rows.times.length) {
        rows = createColumns(count * 2);
        spare = createColumns(count * 4);
      }
      for (let row = 0; row < count; row++) {
        const tag = tags[from + row]!;
        rows.times[row] = lows[from + row]! + (tag >>> tagBits) * TWO_32;
        rows.values[row] = tag;
        rows.places[row] = places[from + row]!;
      }
      sortRows(rows, spare, 0, count);
      for (let row = 0; row < count; row++) {
        const ms = rows.times[row]!;
        lows[from + row] = ms - Math.floor(ms / TWO_32) * TWO_32;
        tags[from + row] = rows.values[row]!;
        places[from + row] = rows.places[row]!;
      }
      place = orderStretches(actorIndex, place + 1, until);
    }
  }
}

function createColumns(length: number): SortedRows {
  return { times: new Float64Array(length), values: new Uint32Array(length), places: new Uint32Array(length) };
}

/** A number from 0 for each name, in the order of the map. @param known names that have one already */
export function numberNames(segments: readonly Segment[], known: readonly number[] = []): Map<number, number> {
  const numbers = new Map(known.map((nameId, number) => [nameId, number]));
  for (const { runs } of segments) {
    for (const { eventNameId } of runs) if (!numbers.has(eventNameId)) numbers.set(eventNameId, numbers.size);
  }
  return numbers;
}

/** Bits that distinguish `count` values. */
export function bitsFor(count: number): number {
  return count <= 1 ? 0 : 32 - Math.clz32(count - 1);
}
