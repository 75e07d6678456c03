import { grown } from "../../../base/grown.ts";
import { sortRows } from "../kernels/sort-rows.ts";
import type { SortedRows } from "../kernels/sort-rows.ts";
import { countParts, createSlots, fillSlots, layoutRows, readPart, writeParts } from "../kernels/entity-parts.ts";
import type { PartRows, RowLayout, Slots, ValuedRows, WantedIds } from "../kernels/entity-parts.ts";
import { questionPart } from "../kernels/workspace.ts";
import type { Execution } from "../execution.ts";
import { BLOCK_SIZE } from "../log/segment.ts";
import type { Arena } from "../log/arena.ts";
import type { Segment } from "../log/segment.ts";
import { EntitySpan } from "./entity-span.ts";
import { isSorted } from "./gathered-rows.ts";
import { openTogether } from "./rows-together.ts";
import type { RowsTogether, SeeMany } from "./rows-together.ts";

export interface EntityRows {
  /**
   * Calls `see` with each entity that has rows, except entity 0, in ascending order. Its rows are valid until the next
   * call.
   * @param foresee may get the rows of many entities before `see`, in any order: data that `see` looks up lie far
   *   apart, and fetching them for many entities at once takes a third of the time
   * @param many may get rows instead of `see`, of all times and with all values
   */
  each(see: (entityId: number, rows: EntitySpan) => void, foresee?: (rows: EntitySpan) => void, many?: SeeMany): void;
}

/** The wanted rows of a segment, with the value of each; 0 = left out. */
export interface ValuedSegment {
  segment: Segment;
  /** Its position among the question's segments. */
  index: number;
  /** Each in order of time, then of arrival. */
  slices: ValuedRows[];
}

export interface EntityRowsInput {
  /** Reads all rows, segment by segment; called several times. */
  read(): Iterable<ValuedSegment>;
  /** Above every entity id and value that was read. */
  idLimit(): number;
  valueLimit(): number;
  /** Rows of other entities are not kept. @default all */
  wanted?: WantedIds;
  hasPlaces: boolean;
  /** Rows held at once; more rows are answered in several batches. @default 12 million, 8 to 16 bytes each */
  maxRows?: number | undefined;
  /** Each part has 2^partBits entities. @default 11 */
  partBits?: number | undefined;
}

const MAX_ROWS = 12_000_000;

/** A part of 500,000 entities and 10 million rows takes 0.3 MB, which the cache of a core holds. */
const PART_BITS = 11;

/** Finds the entities, and counts the rows. A row costs about 40 ns until it is seen. */
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
  execution.arena.offerKernels(questionPart);
  return {
    each(see, _, many) {
      if (batches.length === 0) return;
      const together = many === undefined ? null : openTogether(execution.arena, many);
      const largest = batches.reduce((most, { total }) => Math.max(most, total), 0);
      const { arena } = execution;
      const how = { arena, counts, layout, wanted, sinceMs: time.minMs };
      const reader = createPartReader(counts, layout, time.minMs, together);
      arena.lend(largest * layout.stride, (words) => {
        for (const batch of batches) {
          const starts = writeBatch(words, input.read(), { ...how, batch });
          for (let part = batch.first; part < batch.end; part++) reader(words, starts[part]!, part, see);
        }
      });
      together?.end();
    },
  };
}

/** Parts held at once: `first` to `end − 1`. */
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

/** @param together takes the entities that fit, instead of `see` */
function createPartReader(
  counts: Uint32Array,
  layout: RowLayout,
  sinceMs: number,
  together: RowsTogether | null,
): ReadPart {
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
      const own = part * 2 ** partBits + entityId;
      const kept = together?.open(span.until - span.from) ?? null;
      if (kept === null) see(own, span);
      else kept.keep(own, copyRows(rows, span, kept));
    }
  };
}

/** @returns where the copied rows end. A loop, because a call of `set` costs more for a few rows. */
function copyRows({ times, values }: SortedRows, { from, until }: EntitySpan, { rows, total }: RowsTogether): number {
  let at = total;
  for (let row = from; row < until; row++) {
    rows.times[at] = times[row]!;
    rows.values[at++] = values[row]!;
  }
  return at;
}

function createColumns(length: number): SortedRows {
  return { times: new Float64Array(length), values: new Uint32Array(length), places: new Uint32Array(length) };
}
