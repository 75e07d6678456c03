import type { DateRange } from "../../../port/range.ts";
import { openPart } from "../kernels/compiled.ts";
import { BY_PLACE, gatherPlaces, gatherRows } from "../kernels/gather-rows.ts";
import type { RowValues, TaggedRows } from "../kernels/gather-rows.ts";
import type { ActorsRows } from "../kernels/best-tally.ts";
import { findUnordered, isMixed } from "../kernels/unordered-actors.ts";
import type { Execution } from "../execution.ts";
import { ActorBatches } from "./actor-batch.ts";
import type { ActorIndex } from "./actor-index.ts";
import { readingBatches } from "./batch-rows.ts";
import type { TakeRows } from "./batch-rows.ts";
import { PeerLost } from "../group/worker-group.ts";
import type { ColumnType, Arena } from "../log/arena.ts";
import { BLOCK_SIZE } from "../log/segment.ts";
import type { Segment } from "../log/segment.ts";
import { EntitySpan } from "./entity-span.ts";
import type { EntityRows, ValuedSegment } from "./entity-rows.ts";
import { append, clip, isSorted, orderTies, Rows, sort } from "./gathered-rows.ts";
import { readingTail } from "./index-tail.ts";
import { openTogether } from "./rows-together.ts";
import type { SeeMany } from "./rows-together.ts";

export interface IndexedRowsInput {
  actorIndex: ActorIndex;
  range: DateRange;
  /** The value of all rows of an event name; 0 = left out, null = each row has its own. */
  valueOf(eventNameId: number): number | null;
  /** Reads the rows of names without a value of their own. */
  read(): Iterable<ValuedSegment>;
  /** Above every value that was read so far. */
  valueLimit(): number;
  /**
   * The marks that an actor's rows must have, once all values are known; other actors are left out. @default all actors
   */
  required?: (() => RequiredMarks) | null;
  /** The rows of the segments after those of the actor index. */
  tail: EntityRows;
}

/** The marks that an actor's rows must have together. */
export interface RequiredMarks {
  /** The marks of a row, by its value, as bits. */
  marks: Uint32Array;
  /** All required marks. */
  all: number;
}

/** All rows of an actor index are walked, so it pays only when at least this share of them is wanted. */
const MIN_WANTED = 1 / 12;

/** The actor index, if it is the faster way to the wanted rows. @param isWanted event names, by id */
export function findIndex(
  execution: Execution,
  range: DateRange,
  isWanted: (nameId: number) => boolean,
): ActorIndex | null {
  const { segments, actorIndexes, fullCount } = execution;
  const counts = new Uint32Array(fullCount);
  if (execution.actorShare !== null) {
    // A thread of a worker group has few columns of other threads' segments, so it groups all rows behind the actor
    // index.
    for (let index = 0; index < fullCount; index++) counts[index] = segments[index]!.rows;
    const actorIndex = actorIndexes.find(execution, counts);
    // Without an actor index no thread would leave out the actors of other threads.
    if (actorIndex === null) throw new PeerLost();
    return actorIndex;
  }
  let wanted = 0;
  let total = 0;
  for (let index = 0; index < fullCount; index++) {
    const segment = segments[index]!;
    // Approximate: the exact number needs the times.
    const inside = insideOf(segment, range);
    for (const { eventNameId, start, end } of segment.runs) {
      if (isWanted(eventNameId)) counts[index]! += Math.round((end - start) * inside);
    }
    wanted += counts[index]!;
    total += segment.rows;
  }
  return wanted >= total * MIN_WANTED ? actorIndexes.find(execution, counts) : null;
}

/** The share of a segment's time span that lies in the range. */
function insideOf({ minMs, maxMs }: Segment, { fromMs, untilMs }: DateRange): number {
  const ms = Math.min(maxMs + 1, untilMs) - Math.max(minMs, fromMs);
  return ms <= 0 ? 0 : ms / (maxMs + 1 - minMs);
}

/** Reads the rows of each actor from an actor index and a tail. About 3 ns a row of the index, wanted or not. */
export function readIndexedRows(
  execution: Pick<
    Execution,
    "projectId" | "segments" | "people" | "actorShare" | "actorWorkers" | "arena" | "actorIndexes"
  >,
  input: IndexedRowsInput,
): EntityRows {
  const { actorIndex, range, tail } = input;
  const { arena } = execution;
  const part = actorIndex.memory === null ? null : openPart(actorIndex.memory, execution.actorWorkers.rank);
  if (part !== null) arena.useKernels(part);
  const values = readValues(input, arena);
  const required = input.required?.() ?? null;
  const ids = execution.actorIndexes.idsByActor(actorIndex, execution.people);
  const isInside = actorIndex.minMs >= range.fromMs && actorIndex.maxMs < range.untilMs;
  const eachOf = (batches: ActorBatches, takeRows: TakeRows, [see, foresee, many]: Parameters<EntityRows["each"]>) => {
    const { batch } = batches;
    let tagged: TaggedRows = actorIndex;
    const usual = new Rows(arena, batches.usualRows, true);
    const large = new Rows(arena, 0);
    const spare = new Rows(arena, 512);
    const own = new EntitySpan(usual);
    const whole = new Rows(arena, 512);
    const joined = new EntitySpan(whole);
    const later = collect(tail, arena);
    let at = 0;
    const roomFrom = actorIndex.tail?.firstStretch ?? actorIndex.ids.length;
    let found = arena.takeForKernels(Uint32Array, batch.actors.length);

    const show = (actor: number, span: EntitySpan) => {
      if (span.from === span.until || (required !== null && !hasMarks(span, required))) return;
      see(actor, span);
    };
    const together = many === undefined ? null : openTogether(arena, many);
    /**
     * Shows the next actor of the tail: its rows behind those of the actor index, at once or together with other
     * actors.
     */
    const showJoined = (before: EntitySpan | null) => {
      const actor = later.actors[at]!;
      const [from, until] = [later.offsets[at]!, later.offsets[at + 1]!];
      at++;
      if (before === null && execution.actorShare?.has(actor) === false) return;
      const kept = together?.open(until - from + (before === null ? 0 : before.until - before.from)) ?? null;
      const rows = kept?.rows ?? whole;
      joined.from = joined.until = kept?.total ?? 0;
      if (before !== null) append(rows, joined, before, before.from, before.until);
      append(rows, joined, later.rows, from, until);
      sort(rows, spare, joined.from, joined.until);
      if (kept !== null) return kept.keep(actor, joined.until);
      joined.take(whole);
      show(actor, joined);
    };
    /**
     * Sorts the rows of an actor's stretches `first` to `end − 1` by time, then arrival. @returns whether their places
     * are in `rows` now
     */
    const order = (rows: Rows, first: number, end: number, isByArrival: boolean): boolean => {
      const hasTies = isByArrival && isMixed({ stretches: batch.stretches, roomFrom }, first, end);
      if (!hasTies && isSorted(rows.times, own.from, own.until)) return false;
      if (isByArrival) gatherPlaces(tagged, own.from, own.until, rows);
      sort(rows, spare, own.from, own.until);
      if (hasTies) orderTies(execution.segments, rows, own);
      return isByArrival;
    };
    /** Shows many actors at once, except those with too many rows or changed places. */
    const addMany = (rows: Rows, gathered: ActorsRows, to: SeeMany) => {
      const { actors, ends, count, stretches } = batch;
      if (found.length < count) found = arena.takeForKernels(Uint32Array, count);
      const unordered = { actors, stretches, roomFrom, ends, count, times: rows.times };
      const foundCount = findUnordered(unordered, to.isByArrival, found);
      const isLong = ends[count - 1]! > to.maxRows;
      if (foundCount === 0 && !isLong) return to.add(gathered, 0, count, own);
      let unseen = 0;
      let next = 0;
      for (let index = 0; index < count;) {
        // Every actor is looked at only where rows may be too many.
        const first = isLong ? index : next < foundCount ? found[next]! : count;
        if (first === count) break;
        index = first + 1;
        while (index < count && actors[index] === actors[first]) index++;
        own.from = first === 0 ? 0 : ends[first - 1]!;
        own.until = ends[index - 1]!;
        const isFound = next < foundCount && found[next] === first;
        if (isFound) next++;
        const isShort = own.until - own.from <= to.maxRows;
        if (isShort && isFound && to.hasPlaces !== true) order(rows, first, index, to.isByArrival);
        if (isShort && (!isFound || to.hasPlaces !== true)) continue;
        const [from, until] = [own.from, own.until];
        if (unseen < first) to.add(gathered, unseen, first, own);
        unseen = index;
        own.from = from;
        own.until = until;
        showOne(rows, first, index);
      }
      if (unseen < count) to.add(gathered, unseen, count, own);
    };
    /** Shows the actor of some stretches, whose rows are `own`. */
    const showOne = (rows: Rows, first: number, end: number) => {
      const actor = batch.actors[first]!;
      const isPlaced = end - first > 1 && order(rows, first, end, true);
      if (isPlaced) own.take(rows);
      if (!isInside) clip(own, range);
      if (later.actors[at] === actor) showJoined(own);
      else show(actor, own);
      if (isPlaced) own.take({ times: rows.times, values: rows.values, places: tagged.places }, rows.picked);
    };
    while (batches.next()) {
      const { actors, ends, count, total } = batch;
      const rows = total < usual.values.length ? usual : large;
      rows.reserve(0, total + 1);
      const taken = takeRows(batch);
      tagged = taken.rows;
      gatherRows(tagged, taken.asked, values, rows);
      own.take({ times: rows.times, values: rows.values, places: tagged.places }, rows.picked);
      const gathered = { actors, ends, times: rows.times, values: rows.values };
      if (later.actors.length === 0 && many?.fits(gathered) === true) {
        addMany(rows, gathered, many);
        continue;
      }
      if (foresee !== undefined) {
        own.until = 0;
        for (let index = 0; index < count; index++) {
          own.from = own.until;
          own.until = ends[index]!;
          if (own.from < own.until) foresee(own);
        }
      }
      for (let index = 0; index < count;) {
        const actor = actors[index]!;
        const first = index++;
        while (index < count && actors[index] === actor) index++;
        own.from = first === 0 ? 0 : ends[first - 1]!;
        own.until = ends[index - 1]!;
        while (at < later.actors.length && later.actors[at]! < actor) showJoined(null);
        showOne(rows, first, index);
      }
    }
    while (at < later.actors.length) showJoined(null);
    together?.end();
  };
  return {
    each(...wanted) {
      const batches = new ActorBatches(arena, ids, execution.actorShare);
      readingTail(actorIndex, () =>
        readingBatches(execution, actorIndex, batches.usualRows, (takeRows) => eachOf(batches, takeRows, wanted)),
      );
    },
  };
}

/** The rows of a tail: those of `actors[k]` are `offsets[k]` to `offsets[k + 1] − 1`. */
interface LaterRows {
  actors: number[];
  offsets: number[];
  rows: EntitySpan;
}

function collect(tail: EntityRows, arena: Arena): LaterRows {
  const kept = new Rows(arena, 1024);
  const rows = new EntitySpan(kept);
  const later: LaterRows = { actors: [], offsets: [0], rows };
  tail.each((actor, own) => {
    append(kept, rows, own, own.from, own.until);
    later.actors.push(actor);
    later.offsets.push(rows.until);
  });
  rows.take(kept);
  return later;
}

function hasMarks({ values, from, until }: EntitySpan, { marks, all }: RequiredMarks): boolean {
  let bits = 0;
  for (let row = from; row < until; row++) {
    bits |= marks[values[row]!]!;
    if (bits >>> 0 === all) return true;
  }
  return false;
}

/** Values by name, and by place where those of a name differ, in the narrowest type. */
function readValues({ actorIndex, valueOf, read, valueLimit }: IndexedRowsInput, arena: Arena): RowValues {
  const own = actorIndex.nameIds.map(valueOf);
  const ofName = arena.takeForKernels(Uint32Array, own.length);
  ofName.set(own.map((value) => value ?? BY_PLACE));
  if (!own.includes(null)) return { ofName, byPlace: null };
  const size = actorIndex.segmentCount * BLOCK_SIZE;
  let byPlace = takeNarrowest(arena, valueLimit(), size);
  for (const { index, slices } of read()) {
    // New items of paths appear during reading.
    if (narrowest(valueLimit()).BYTES_PER_ELEMENT > byPlace.BYTES_PER_ELEMENT) {
      const wider = takeNarrowest(arena, valueLimit(), size);
      wider.set(byPlace);
      byPlace = wider;
    }
    for (const { start, end, values } of slices) {
      const at = index * BLOCK_SIZE + start;
      if (typeof values === "number") byPlace.fill(values, at, at + end - start);
      else byPlace.set(values, at);
    }
  }
  return { ofName, byPlace };
}

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Zeros, in the narrowest type. */
function takeNarrowest(arena: Arena, limit: number, size: number): Numbers {
  return arena.takeForKernels<Numbers>(narrowest(limit), size).fill(0);
}

function narrowest(limit: number): ColumnType<Numbers> {
  if (limit <= 0x100) return Uint8Array;
  return limit <= 0x1_0000 ? Uint16Array : Uint32Array;
}
