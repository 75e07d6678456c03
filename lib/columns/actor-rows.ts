import type { DateRange, Selection } from "../insights/index.ts";
import { sortByTime } from "./kernels/sort-runs.ts";
import type { Sortable } from "./kernels/sort-runs.ts";
import type { Mask } from "./mask.ts";
import type { Question } from "./question.ts";
import { clippedRuns, compileSelection } from "./scan.ts";
import { BLOCK_SIZE } from "./segment.ts";
import type { NameTest } from "./scan.ts";
import type { Segment } from "./store.ts";
import type { Units } from "./units.ts";

/** What each actor did, in order: the rows of unit u are `offsets[u]` to `offsets[u + 1] − 1` of the other columns. */
export interface ActorRows {
  /** One more than there are units; unit 0, nobody, has no rows. */
  offsets: Uint32Array;
  /** Epoch ms, ascending for each unit; rows of equal times are in the order of arrival. */
  times: Float64Array;
  /** Bit i = the row is one of selection i; never 0. */
  steps: Uint32Array;
  /** Where the row is: `place >>> 16` the place of its segment among the question's, `place & 0xffff` the row in it. */
  places: Uint32Array;
}

/** Bits of a row's `steps`. */
const MAX_SELECTIONS = 32;

/**
 * Prepares to read the rows of each actor that any of up to 32 selections means. Call the result after
 * `question.showPersons`; `units` may be actors, groups or sessions. Rows of unit 0 are left out.
 *
 * Two passes over the selected rows, a counting sort by unit, then a sort by time of each unit's rows, which are nearly in
 * order: about 25 ns and 32 bytes for a row. Example: a did x at 1 and y at 5, b did y at 3; selections x and y:
 * offsets 0 0 2 3, times 1 5 3, steps 1 2 2.
 */
export function compileActorRows(
  selections: readonly Selection[],
  question: Question,
  units: Units,
): (range: DateRange) => ActorRows {
  if (selections.length > MAX_SELECTIONS) throw new RangeError(`More than ${MAX_SELECTIONS} selections.`);
  const tests = selections.map((select) => compileSelection(select, question, units.actors !== null));
  return (range) => {
    const pieces = readPieces(question, tests, range);
    const rows = scatter(pieces, units);
    sortEach(question, rows);
    return rows;
  };
}

/** Rows of one event name, and which selections each belongs to. */
interface SteppedPiece {
  segment: Segment;
  /** Its place among the question's. */
  index: number;
  start: number;
  end: number;
  /** Of all rows alike, or for each from row `start` on. */
  steps: number | Uint32Array;
}

function readPieces({ segments }: Question, tests: NameTest[], range: DateRange): SteppedPiece[] {
  const pieces: SteppedPiece[] = [];
  const isWanted = (nameId: number) => tests.some((maskOf) => maskOf(nameId) !== undefined);
  for (const [index, segment] of segments.entries()) {
    for (const { eventNameId, start, end } of clippedRuns(segment, range, isWanted)) {
      const masks = tests.map((maskOf) => maskOf(eventNameId));
      pieces.push({ segment, index, start, end, steps: readSteps(masks, segment, start, end) });
    }
  }
  return pieces;
}

function readSteps(
  masks: (Mask | null | undefined)[],
  segment: Segment,
  start: number,
  end: number,
): number | Uint32Array {
  const always = masks.reduce((bits, mask, step) => (mask === null ? bits | (1 << step) : bits), 0) >>> 0;
  if (masks.every((mask) => mask === null || mask === undefined)) return always;
  const steps = new Uint32Array(end - start).fill(always);
  for (const [step, mask] of masks.entries()) {
    const passes = mask?.(segment, start, end);
    if (passes === undefined) continue;
    for (let row = 0; row < steps.length; row++) steps[row]! |= passes[row]! << step;
  }
  return steps;
}

/** Puts the rows of each unit together, in order of time within each segment, the segments in order of arrival. */
function scatter(pieces: SteppedPiece[], units: Units): ActorRows {
  // Groups and sessions become known on the way: their number is only certain when all were seen.
  const seen = pieces.map(({ segment, start, end }) => units.of(segment, start, end));
  const offsets = new Uint32Array(units.limit() + 1);
  for (const [index, { steps }] of pieces.entries()) countUnits(offsets, seen[index]!, steps);
  let total = 0;
  for (let unit = 0; unit < offsets.length; unit++) {
    const count = offsets[unit]!;
    offsets[unit] = total;
    total += count;
  }
  const rows = {
    offsets,
    times: new Float64Array(total),
    steps: new Uint32Array(total),
    places: new Uint32Array(total),
  };
  const next = offsets.slice();
  const known = pieces.map((piece, index) => ({ ...piece, units: seen[index]! }));
  const scratch = createScratch();
  for (let from = 0; from < known.length;) {
    let until = from + 1;
    while (until < known.length && known[until]!.index === known[from]!.index) until++;
    const [first, ...others] = known.slice(from, until) as [KnownPiece, ...KnownPiece[]];
    if (others.length === 0) placePiece(rows, next, first);
    else placeMerged(rows, next, [first, ...others], scratch);
    from = until;
  }
  return rows;
}

function countUnits(counts: Uint32Array, units: Uint32Array, steps: number | Uint32Array): void {
  const isPlain = typeof steps === "number";
  for (let row = 0; row < units.length; row++) {
    const unit = units[row]!;
    if (unit !== 0 && (isPlain || steps[row] !== 0)) counts[unit]! += 1;
  }
}

interface KnownPiece extends SteppedPiece {
  /** The unit of each row from row `start` on. */
  units: Uint32Array;
}

function placePiece(
  rows: ActorRows,
  next: Uint32Array,
  { segment, index, start, units, steps: own }: KnownPiece,
): void {
  const { times, steps, places } = rows;
  const offsets = segment.core().times;
  const isPlain = typeof own === "number";
  const { minMs } = segment;
  for (let row = 0; row < units.length; row++) {
    const unit = units[row]!;
    const bits = isPlain ? own : own[row]!;
    if (unit === 0 || bits === 0) continue;
    const at = next[unit]!++;
    times[at] = minMs + offsets[start + row]!;
    steps[at] = bits;
    places[at] = (index << 16) | (start + row);
  }
}

/** Room for one segment, used again for the next. */
interface Scratch {
  units: Uint32Array;
  steps: Uint32Array;
  order: Uint16Array;
  spare: Uint16Array;
}

function createScratch(): Scratch {
  return {
    units: new Uint32Array(BLOCK_SIZE),
    steps: new Uint32Array(BLOCK_SIZE),
    order: new Uint16Array(BLOCK_SIZE),
    spare: new Uint16Array(BLOCK_SIZE),
  };
}

/**
 * Places several pieces of a segment in order of time: merging them once, one behind the other in memory, is many times
 * cheaper than sorting the few rows of each unit afterwards.
 */
function placeMerged(rows: ActorRows, next: Uint32Array, pieces: KnownPiece[], scratch: Scratch): void {
  const { segment, index } = pieces[0]!;
  for (const { start, end, units, steps: own } of pieces) {
    scratch.units.set(units, start);
    if (typeof own === "number") scratch.steps.fill(own, start, end);
    else scratch.steps.set(own, start);
  }
  const { order, count } = mergeRuns(segment, pieces, scratch);
  const { times, steps, places } = rows;
  const offsets = segment.core().times;
  const { minMs } = segment;
  for (let place = 0; place < count; place++) {
    const row = order[place]!;
    const unit = scratch.units[row]!;
    const bits = scratch.steps[row]!;
    if (unit === 0 || bits === 0) continue;
    const at = next[unit]!++;
    times[at] = minMs + offsets[row]!;
    steps[at] = bits;
    places[at] = (index << 16) | row;
  }
}

/** The rows of a segment's pieces in order of time, then of arrival: merged two by two. */
function mergeRuns(
  segment: Segment,
  pieces: KnownPiece[],
  { order, spare }: Scratch,
): { order: Uint16Array; count: number } {
  const { times } = segment.core();
  let seqs: Uint32Array | undefined;
  const isLater = (row: number, other: number) => (seqs ??= segment.seqs())[row]! > seqs[other]!;
  let count = 0;
  let ends: number[] = [];
  for (const { start, end } of pieces) {
    for (let row = start; row < end; row++) order[count++] = row;
    ends.push(count);
  }
  let [source, target] = [order, spare];
  while (ends.length > 1) {
    const merged: number[] = [];
    for (let run = 0; run < ends.length; run += 2) {
      const from = ends[run - 1] ?? 0;
      const end = ends[run + 1] ?? ends[run]!;
      mergeTwo(source, target, { from, middle: ends[run]!, end }, times, isLater);
      merged.push(end);
    }
    ends = merged;
    [source, target] = [target, source];
  }
  return { order: source, count };
}

function mergeTwo(
  source: Uint16Array,
  target: Uint16Array,
  { from, middle, end }: { from: number; middle: number; end: number },
  times: Uint32Array | Float64Array,
  isLater: (row: number, other: number) => boolean,
): void {
  let left = from;
  let right = middle;
  let at = from;
  while (left < middle && right < end) {
    const one = source[left]!;
    const other = source[right]!;
    const difference = times[one]! - times[other]!;
    if (difference > 0 || (difference === 0 && isLater(one, other))) {
      target[at++] = other;
      right++;
    } else {
      target[at++] = one;
      left++;
    }
  }
  while (left < middle) target[at++] = source[left++]!;
  while (right < end) target[at++] = source[right++]!;
}

function sortEach({ segments }: Question, rows: ActorRows): void {
  const { offsets } = rows;
  const seqs: Uint32Array[] = [];
  const isBefore = (place: number, other: number) => {
    const index = place >>> 16;
    // Segments are in the order of arrival.
    if (index !== other >>> 16) return place < other;
    const arrivals = (seqs[index] ??= segments[index]!.seqs());
    return arrivals[place & 0xffff]! < arrivals[other & 0xffff]!;
  };
  let spare: Sortable | undefined;
  for (let unit = 0; unit + 1 < offsets.length; unit++) {
    const from = offsets[unit]!;
    const until = offsets[unit + 1]!;
    if (until - from < 2 || isSorted(rows.times, from, until)) continue;
    spare ??= { times: rows.times.slice(), steps: rows.steps.slice(), places: rows.places.slice() };
    sortByTime(rows, spare, { from, until }, isBefore);
  }
}

/** Rows of equal times were placed in their order of arrival. */
function isSorted(times: Float64Array, from: number, until: number): boolean {
  for (let row = from + 1; row < until; row++) if (times[row]! < times[row - 1]!) return false;
  return true;
}
