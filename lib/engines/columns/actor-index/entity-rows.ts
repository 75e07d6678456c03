import { grown } from "../../../base/grown.ts";
import { sortRows } from "../kernels/sort-rows.ts";
import type { SortedRows } from "../kernels/sort-rows.ts";
import type { ActorsRows } from "../kernels/best-tally.ts";
import { countParts, createSlots, fillSlots, layoutRows, readPart, writeParts } from "../kernels/entity-parts.ts";
import type { PartRows, RowLayout, Slots, ValuedRows, WantedIds } from "../kernels/entity-parts.ts";
import type { Execution } from "../execution.ts";
import { BLOCK_SIZE } from "../log/segment.ts";
import type { Arena } from "../log/arena.ts";
import type { Segment } from "../log/segment.ts";

/**
 * Rows of one entity: `from` to `until − 1` of the columns, in order of time and, where equal, of arrival. A class, so
 * that all objects have one hidden class: objects from spread syntax get a new one each time, and V8 drops the code
 * that it optimised for the last.
 */
export class EntitySpan {
  /** Epoch ms. */
  times: Float64Array;
  values: Uint32Array;
  from = 0;
  until = 0;
  #places: Uint32Array;
  #picks: Uint32Array | null = null;

  constructor({ times, values, places }: SortedRows) {
    this.times = times;
    this.values = values;
    this.#places = places;
  }

  /**
   * The place of a row: `place >>> 16` is the position of its segment in the question, `place & 0xffff` the row in it.
   */
  placeOf(row: number): number {
    return this.#picks === null ? this.#places[row]! : this.#places[this.#picks[row]!]!;
  }

  /**
   * Switches to other columns, for example after they have grown.
   * @param picks the place of a row is at `picks[row]`; null = at the row itself
   */
  take({ times, values, places }: SortedRows, picks: Uint32Array | null = null): void {
    this.times = times;
    this.values = values;
    this.#places = places;
    this.#picks = picks;
  }
}

/** The rows of each entity. */
export interface EntityRows {
  /**
   * Calls `see` with each entity that has rows, except entity 0, in ascending order. Its rows are valid until the next
   * call.
   * @param foresee may be called before `see` with the rows of many entities, not necessarily in their final order: data that
   * `see` looks up for them lie far apart in memory, and a processor fetches them for many entities at once in a third of
   * the time
   * @param many may get rows instead of `see`, of all times and with all values
   */
  each(see: (entityId: number, rows: EntitySpan) => void, foresee?: (rows: EntitySpan) => void, many?: SeeMany): void;
}

/** Takes the rows of many actors at once, where that is faster than one by one. */
export interface SeeMany {
  /** Must rows of one moment be in the order of arrival? */
  isByArrival: boolean;
  /** Does it take these rows? */
  fits(rows: ActorsRows): boolean;
  /** Takes the actors of the stretches `first` to `until − 1`; they have no rows elsewhere. */
  add(rows: ActorsRows, first: number, until: number): void;
}

/** The wanted rows of a segment, with the value of each; 0 = left out. */
export interface ValuedSegment {
  segment: Segment;
  /** Its position among the question's segments. */
  index: number;
  /** Each in order of time, then of arrival. */
  slices: ValuedRows[];
}

/** The options of reading and keeping rows. */
export interface EntityRowsInput {
  /** Reads all rows, segment by segment; called several times. */
  read(): Iterable<ValuedSegment>;
  /** Above every entity id and value that was read. */
  idLimit(): number;
  valueLimit(): number;
  /** Rows of other entities are not kept. @default all */
  wanted?: WantedIds;
  /** Are places needed? */
  hasPlaces: boolean;
  /**
   * Rows held at once; with more rows, the entities are answered in several batches. @default 12 million, 8 to 16 bytes
   * each
   */
  maxRows?: number | undefined;
  /** Each part has 2^partBits entities. @default 11 */
  partBits?: number | undefined;
}

const MAX_ROWS = 12_000_000;

/**
 * With 500,000 entities and 10 million rows a part takes 0.3 MB: the cache of a core holds it and the ends of all parts.
 */
const PART_BITS = 11;

/** Finds the entities, and counts the rows. A row costs about 40 ns until it is seen (10 million events, measured). */
export function readEntityRows(execution: Pick<Execution, "arena">, input: EntityRowsInput): EntityRows {
  const { partBits = PART_BITS, maxRows = MAX_ROWS, wanted = null } = input;
  let counts = new Uint32Array(64);
  const time = { minMs: Infinity, maxMs: -Infinity };
  for (const { segment, slices } of input.read()) {
    time.minMs = Math.min(time.minMs, segment.minMs);
    time.maxMs = Math.max(time.maxMs, segment.maxMs);
    // New groups and sessions appear during reading.
    const partLimit = (input.idLimit() >>> partBits) + 1;
    if (partLimit > counts.length) counts = grown(counts, new Uint32Array(partLimit * 2));
    for (const slice of slices) countParts(counts, slice, wanted, partBits);
  }
  const spanMs = Math.max(0, time.maxMs - time.minMs);
  const layout = layoutRows({ spanMs, valueLimit: input.valueLimit(), hasPlaces: input.hasPlaces }, partBits);
  const batches = toBatches(counts, maxRows);
  return {
    each(see) {
      if (batches.length === 0) return;
      const largest = batches.reduce((most, { total }) => Math.max(most, total), 0);
      const { arena } = execution;
      const how = { arena, counts, layout, wanted, sinceMs: time.minMs };
      const reader = createPartReader(counts, layout, time.minMs);
      arena.lend(largest * layout.stride, (words) => {
        for (const batch of batches) {
          const starts = writeBatch(words, input.read(), { ...how, batch });
          for (let part = batch.first; part < batch.end; part++) reader(words, starts[part]!, part, see);
        }
      });
    },
  };
}

/** Parts that are held at once: `first` to `end − 1`. */
interface Batch {
  first: number;
  end: number;
  total: number;
}

/** A part with too many rows is a batch by itself. */
function toBatches(counts: Uint32Array, maxRows: number): Batch[] {
  const batches: Batch[] = [];
  let batch: Batch | undefined;
  for (let part = 0; part < counts.length; part++) {
    const count = counts[part]!;
    if (count === 0) continue;
    if (batch === undefined || batch.total + count > maxRows) {
      batch = { first: part, end: part, total: 0 };
      batches.push(batch);
    }
    batch.end = part + 1;
    batch.total += count;
  }
  return batches;
}

interface BatchInput {
  arena: Arena;
  counts: Uint32Array;
  batch: Batch;
  layout: RowLayout;
  wanted: WantedIds;
  sinceMs: number;
}

/** Writes a batch and returns the first word of each part. */
function writeBatch(
  words: Uint32Array,
  read: Iterable<ValuedSegment>,
  { arena, counts, batch, layout, wanted, sinceMs }: BatchInput,
): Uint32Array {
  const starts = new Uint32Array(counts.length);
  let total = 0;
  for (let part = batch.first; part < batch.end; part++) {
    starts[part] = total;
    total += counts[part]! * layout.stride;
  }
  const next = starts.slice();
  const slots = createSlots(BLOCK_SIZE, arena);
  const entityIds = { firstId: batch.first * 2 ** layout.partBits, endId: batch.end * 2 ** layout.partBits, wanted };
  for (const { segment, index, slices } of read) {
    const stretch = fillSegment(slots, { segment, slices }, entityIds, sinceMs);
    writeParts(words, next, slots, { ...stretch, place: index << 16 }, layout);
  }
  return starts;
}

/** Rows of several event names are put in the order of arrival, which is that of time except for late rows. */
function fillSegment(
  slots: Slots,
  { segment, slices }: Pick<ValuedSegment, "segment" | "slices">,
  entityIds: Parameters<typeof fillSlots>[3],
  sinceMs: number,
): { from: number; until: number } {
  const { times } = segment.core();
  const slotOf = slices.length > 1 ? segment.seqs() : null;
  for (const slice of slices) {
    fillSlots(slots, slice, { times, sinceMs: segment.minMs - sinceMs, slotOf }, entityIds);
  }
  if (slotOf !== null) return { from: 0, until: BLOCK_SIZE };
  return { from: slices[0]?.start ?? 0, until: slices[0]?.end ?? 0 };
}

type ReadPart = (
  words: Uint32Array,
  from: number,
  part: number,
  see: (entityId: number, rows: EntitySpan) => void,
) => void;

function createPartReader(counts: Uint32Array, layout: RowLayout, sinceMs: number): ReadPart {
  const { partBits, stride } = layout;
  const largest = counts.reduce((most, count) => Math.max(most, count), 0);
  const { times, values, places } = createColumns(largest);
  const rows: PartRows = { times, values, places, offsets: new Uint32Array(2 ** partBits + 1) };
  let spare: SortedRows | undefined;
  const span = new EntitySpan(rows);
  return (words, from, part, see) => {
    const count = counts[part]!;
    if (count === 0) return;
    readPart(words, { from, until: from + count * stride, sinceMs }, layout, rows);
    const { offsets } = rows;
    for (let entityId = 0; entityId + 1 < offsets.length; entityId++) {
      span.from = offsets[entityId]!;
      span.until = offsets[entityId + 1]!;
      if (span.from === span.until) continue;
      if (!isSorted(rows.times, span.from, span.until)) {
        sortRows(rows, (spare ??= createColumns(2 * largest)), span.from, span.until);
      }
      see(part * 2 ** partBits + entityId, span);
    }
  };
}

function createColumns(length: number): SortedRows {
  return { times: new Float64Array(length), values: new Uint32Array(length), places: new Uint32Array(length) };
}

function isSorted(times: Float64Array, from: number, until: number): boolean {
  for (let row = from + 1; row < until; row++) if (times[row]! < times[row - 1]!) return false;
  return true;
}
