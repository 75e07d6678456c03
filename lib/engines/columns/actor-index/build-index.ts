import { endOfParts, openKernelMemory, openPart } from "../kernels/compiled.ts";
import type { KernelMemory } from "../kernels/compiled.ts";
import { orderStretches, placeRows, scatterRows } from "../kernels/scatter-rows.ts";
import { sortRows } from "../kernels/sort-rows.ts";
import type { SortedRows } from "../kernels/sort-rows.ts";
import type { People } from "../entities/people.ts";
import { BLOCK_SIZE } from "../log/segment.ts";
import type { Segment } from "../log/segment.ts";
import { TAIL_ROWS } from "./actor-index.ts";
import type { ActorIndex, IndexColumns } from "./actor-index.ts";

const TWO_32 = 2 ** 32;

/** Rows of a step: about 0.5 ms, which a question may have to wait. Each step costs a transaction of 20 µs. */
const STEP_ROWS = 4096;

/** Builds the actor index of the first segments at once; see `actorIndexSteps`. */
export function createActorIndex(all: readonly Segment[], people: People, segmentCount: number): ActorIndex | null {
  return runToEnd(actorIndexSteps(all.slice(0, segmentCount), people.actors.length));
}

/**
 * Builds the actor index of segments: counts the rows of each distinct id, appends each row in the order of arrival,
 * and sorts the stretches that are not in order of time. A step takes 0.5 to 2 ms.
 * @param idLimit above the ordinal of every distinct id
 * @returns null when time span and names need more than 32 bits
 */
export function* actorIndexSteps(segments: readonly Segment[], idLimit: number): Generator<void, ActorIndex | null> {
  const counts = yield* countRows(segments, idLimit);
  return yield* indexPartSteps(segments, counts, { firstId: 0, endId: idLimit });
}

/**
 * Builds the part of an actor index that has the distinct ids `firstId` to `endId − 1`.
 * @param counts the rows of each distinct id
 * @returns null as `actorIndexSteps`
 */
export function* indexPartSteps(
  segments: readonly Segment[],
  counts: Uint32Array,
  { firstId, endId }: IdRange,
): Generator<void, ActorIndex | null> {
  const numbers = numberNames(segments);
  const form = layOutTags(segments, numbers);
  if (form === null) return null;
  const { isNarrow, ...span } = form;
  const next = new Uint32Array(counts.length);
  next.set(counts.subarray(firstId, endId), firstId);
  const rows = next.reduce((sum, count) => sum + count, 0);
  const columns = openColumns({ rows, idCount: countIds(next), isNarrow });
  layOut(columns, next, 0, 0);
  const nameIds = [...numbers.keys()];
  const part: ActorIndex = { ...columns, ...span, segmentCount: segments.length, nameIds, tail: null, stored: null };
  const scatter = createScatter(part, next, { firstId, endId });
  for (const [index, segment] of segments.entries()) {
    yield* scatter(segment, index, numbers);
    segment.forgetIndexed();
  }
  yield* sortStretches(part, 0, part.ids.length);
  return part;
}

/** Distinct ids `firstId` to `endId − 1`. */
interface IdRange {
  firstId: number;
  endId: number;
}

/** The form of tags and the time span of segments; null = they need more than 32 bits. */
function layOutTags(segments: readonly Segment[], numbers: ReadonlyMap<number, number>) {
  const minMs = segments.reduce((least, segment) => Math.min(least, segment.minMs), Infinity);
  const maxMs = segments.reduce((most, segment) => Math.max(most, segment.maxMs), -Infinity);
  const tagBits = bitsFor(numbers.size);
  const bits = tagBits + bitsFor(Math.floor((maxMs - minMs) / TWO_32) + 1);
  return segments.length === 0 || bits > 31 ? null : { minMs, maxMs, tagBits, isNarrow: bits <= 16 };
}

/**
 * Writes the rows of later segments into the room behind the columns, as more stretches. The segments must have names
 * that the index numbers, times that its tags can hold, and at most `TAIL_ROWS` rows.
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
  const scatter = createScatter(longer, next, { firstId: 0, endId: idLimit });
  for (const [index, segment] of segments.entries()) runToEnd(scatter(segment, segmentCount + index, numbers));
  runToEnd(sortStretches(longer, ids.length, idCount));
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
export function* countRows(segments: readonly Segment[], idLimit: number): Generator<void, Uint32Array> {
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

/**
 * Opens columns of zeros that all threads see, if possible in the memory of compiled kernels. Unwritten zeros take no
 * memory.
 */
export function openColumns(size: {
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

/**
 * Gives words to work in while an index is built: if possible in the thread's part of the memory, which no question
 * uses yet.
 */
function openWork(memory: KernelMemory | null): (length: number) => Uint32Array {
  const part = memory === null ? null : openPart(memory, 0);
  let end = part?.from ?? 0;
  return (length) => {
    const from = end;
    end += length * 4;
    return part === null || end > part.until ? new Uint32Array(length) : new Uint32Array(part.buffer, from, length);
  };
}

/**
 * Writes a segment's rows, which lie by name, to the positions of their ids in the order of arrival.
 * @param counts the position of each id's first row
 */
function createScatter(columns: ActorIndex, counts: Uint32Array, { firstId, endId }: IdRange) {
  const words = openWork(columns.memory);
  const isPart = firstId > 0 || endId < counts.length;
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
    if (isPart) {
      for (let row = 0; row < segment.rows; row++) {
        if (ownIds[row]! < firstId || ownIds[row]! >= endId) rowAt[ownSlots[row]!] = 0;
      }
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

/** Sorts the stretches `firstStretch` to `end − 1`: a kernel those that it can, this function the rest. */
export function* sortStretches(actorIndex: ActorIndex, firstStretch: number, end: number): Generator<void, void> {
  const { offsets, lows, tags, tagBits, places } = actorIndex;
  let rows = createColumns(256);
  let spare = createColumns(512);
  for (let first = firstStretch; first < end; first += STEP_STRETCHES) {
    yield;
    const until = Math.min(first + STEP_STRETCHES, end);
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
