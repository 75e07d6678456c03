import type { PathsPlan } from "../insights/index.ts";
import { clearOutside, countItems, fillItems, findArrivals, placeItems } from "./kernels/path-rows.ts";
import type { ItemRows } from "./kernels/path-rows.ts";
import { sortMoments } from "./kernels/sort-moments.ts";
import { NO_ITEM } from "./path-items.ts";
import type { Items } from "./path-items.ts";
import { findStretches } from "./path-stretches.ts";
import type { Stretches } from "./path-stretches.ts";
import type { Question } from "./question.ts";
import { clippedRuns, compileSelection } from "./scan.ts";
import { BLOCK_SIZE } from "./segment.ts";
import type { Segment } from "./store.ts";

/**
 * Rows that are held at once, in 16 bytes each: a larger question is answered for some of the actors after the others, each
 * time from all columns again.
 */
const MAX_ROWS = 12_000_000;

/** What one actor did: moments `from` to `until − 1`, in order of time and, where equal, of arrival. */
export interface ActorSpan {
  actor: number;
  from: number;
  until: number;
}

/** Who did what when, one actor after the other. */
export interface PathRows {
  /** Of moment i the time, epoch ms, at place 2·i, and the number of the item after it: side by side, they are written and read as one. */
  moments: Float64Array;
  /** Every actor that has any; `moments` holds those of the actor seen last. */
  spans: Iterable<ActorSpan>;
  /** No actor has more moments. */
  longest: number;
}

/**
 * Prepares to read what actors did. Call the result after `question.showPersons`. Two passes over the rows, a counting sort
 * by actor in the order of arrival, and a sort by time of each actor's moments, of which only late ones are out of order.
 * @param maxRows rows held at once
 */
export function compilePathRows(question: Question, plan: PathsPlan, items: Items, maxRows = MAX_ROWS): () => PathRows {
  const read = compileSegments(question, plan, items);
  return () => {
    const counts = new Uint32Array(question.people.actorLimit);
    const stretches = findStretches(question, plan);
    const readAgain = () => read(stretches);
    for (const { rows } of readAgain()) countItems(counts, rows);
    // Nobody takes no part.
    counts[0] = 0;
    const { batches, room, longest } = toBatches(counts, maxRows);
    const moments = new Float64Array(2 * room);
    return { moments, longest, spans: readSpans({ moments, counts, batches, longest, read: readAgain }) };
  };
}

/** The rows of a segment that take part; good until the next one is read. */
interface SegmentRows {
  segment: Segment;
  rows: ItemRows;
  /** There are rows of several event names: their order is not that of arrival, nor of time. */
  isMixed: boolean;
}

function compileSegments(
  question: Question,
  { select, range }: PathsPlan,
  items: Items,
): (stretches: Stretches | null) => Generator<SegmentRows> {
  const maskOf = compileSelection(select, question, true);
  const { actors } = question.people;
  const numbers = new Uint32Array(BLOCK_SIZE);
  return function* read(stretches) {
    for (const segment of question.segments) {
      let runs = 0;
      let start = 0;
      let end = 0;
      for (const run of clippedRuns(segment, range, (nameId) => maskOf(nameId) !== undefined)) {
        const own = items.of(segment, run.eventNameId);
        if (own === null) continue;
        if (runs++ === 0) start = run.start;
        else numbers.fill(NO_ITEM, end, run.start);
        end = run.end;
        const mask = maskOf(run.eventNameId)?.(segment, run.start, run.end) ?? null;
        fillItems(numbers, { start: run.start, end, mask, own }, NO_ITEM);
      }
      if (runs === 0) continue;
      const { ids, times } = segment.core();
      const rows = { start, end, items: numbers, noItem: NO_ITEM, ids, actors };
      if (stretches !== null) clearOutside(numbers, { ...rows, times, minMs: segment.minMs }, stretches, NO_ITEM);
      yield { segment, rows, isMixed: runs > 1 };
    }
  };
}

interface Batch {
  firstActor: number;
  endActor: number;
}

/** Actors whose rows together are not too many; one that has too many by itself is a batch. */
function toBatches(counts: Uint32Array, maxRows: number): { batches: Batch[]; room: number; longest: number } {
  const batches: Batch[] = [];
  let firstActor = 1;
  let total = 0;
  let room = 0;
  let longest = 0;
  for (let actor = 1; actor < counts.length; actor++) {
    const count = counts[actor]!;
    if (count > longest) longest = count;
    if (total > 0 && total + count > maxRows) {
      batches.push({ firstActor, endActor: actor });
      firstActor = actor;
      total = 0;
    }
    total += count;
    if (total > room) room = total;
  }
  if (total > 0) batches.push({ firstActor, endActor: counts.length });
  return { batches, room, longest };
}

interface SpanInput {
  moments: Float64Array;
  counts: Uint32Array;
  batches: Batch[];
  longest: number;
  read: () => Iterable<SegmentRows>;
}

function* readSpans({ moments, counts, batches, longest, read }: SpanInput): Generator<ActorSpan> {
  const next = new Uint32Array(counts.length);
  const rowAt = new Int32Array(BLOCK_SIZE);
  const spare = new Float64Array(2 * longest);
  for (const batch of batches) {
    const { firstActor, endActor } = batch;
    let total = 0;
    for (let actor = firstActor; actor < endActor; actor++) {
      next[actor] = total;
      total += counts[actor]!;
    }
    for (const { segment, rows, isMixed } of read()) {
      if (isMixed) findArrivals(rowAt, segment.seqs(), rows);
      const { times } = segment.core();
      placeItems(moments, next, { rows, rowAt: isMixed ? rowAt : null, times, minMs: segment.minMs }, batch);
    }
    const span = { actor: 0, from: 0, until: 0 };
    for (let actor = firstActor; actor < endActor; actor++) {
      span.actor = actor;
      span.from = span.until;
      span.until += counts[actor]!;
      if (span.from === span.until) continue;
      sortMoments(moments, spare, span.from, span.until);
      yield span;
    }
  }
}
