import type { Arena } from "../log/arena.ts";
import { compiledFor } from "./compiled.ts";

export interface BestRules {
  /** Number of steps, at most `MAX_TALLY_STEPS`. */
  steps: number;
  /** Bits of the steps that a row of this value may be. */
  marks: Uint32Array;
  /** Rows outside do not count. */
  fromMs: number;
  untilMs: number;
  /** Length of a window, unless its first day decides. */
  windowMs: number;
  /** Lengths by the window's first day; beyond the list 0. Empty = always `windowMs`. */
  firstDayMs: number;
  lengthsMs: readonly number[];
}

/** Rows of several actors: those of stretch k are `ends[k − 1]` to `ends[k] − 1`. */
export interface ActorsRows {
  /** Stretches of one actor lie side by side, with rows in order of time together. */
  actors: Uint32Array;
  ends: Uint32Array;
  /** Epoch ms. */
  times: Float64Array;
  values: Uint32Array;
}

/** Rows of one actor in order of time: `from` to `until − 1`. */
export interface ActorRows {
  /** Epoch ms. */
  times: Float64Array;
  values: Uint32Array;
  from: number;
  until: number;
}

/** The results of a line of a funnel. */
export interface TallyLine {
  /** Actors by steps reached, minus 1. */
  furthest: Uint32Array;
  /** Sums of the actors' average seconds to each step, with the rounding errors. */
  sums: Float64Array;
  rests: Float64Array;
}

/** The results so far of a funnel, and a place for more rows. */
export interface BestTally {
  /** Can the tally take rows from this memory? If not, their actors are seen one by one. */
  fits(rows: ActorsRows): boolean;
  /** Most rows of an actor. */
  maxRows: number;
  /** Adds the actors of the stretches `first` to `until − 1` to the first line. Drain when it `isFull`. */
  add(rows: ActorsRows, first: number, until: number): void;
  /**
   * Adds the actors of the stretches `first` to `until − 1`, each to a line.
   * @param lines that of each actor, at its first stretch
   * @returns the stretch to go on with, once the lines that are full have been drained
   */
  addLined(rows: ActorsRows, lines: Uint32Array, first: number, until: number): number;
  /** Adds an actor to a line, copying its rows. @returns false = too many rows, not added */
  addActor(line: number, rows: ActorRows): boolean;
  /** Has the line no room for medians? Then `drain` before the next `add` or `addActor`. */
  isFull(line: number): boolean;
  /** Calls `see` with a line's median seconds to each step since the last call; valid until the next `add`. */
  drain(line: number, see: (step: number, medians: Float64Array) => void): void;
  lines: readonly TallyLine[];
}

/** The steps of a row are bits of a word. */
export const MAX_TALLY_STEPS = 32;

/** Rows of an actor: with links up to 0.5 MB, which the cache of a core holds. */
const MAX_ROWS = 8192;

/** Actors tallied at once. */
const MAX_STRETCHES = 1024;

/** Medians of a step that a single line keeps: enough for several calls. */
const SINGLE_MEDIANS = 8 * MAX_STRETCHES;

/** Medians of a step for all lines together, and at least for each. More would leave the cache of a core. */
const LINES_MEDIANS = 8192;
const LEAST_MEDIANS = 64;

/** Most lines: they take 2 MB for 32 steps. */
const MAX_LINES = 128;

/**
 * Prepares to count how far actors got in an ordered funnel and how long they took, for many actors at once, with the
 * results of `createBestFinder` and `StepSeconds`.
 * @param lineCount lines with results of their own
 * @returns null = no memory for compiled kernels, or too many lines: see each actor by itself
 */
export function openBestTally(rules: BestRules, arena: Arena, lineCount = 1): BestTally | null {
  if (lineCount > MAX_LINES) return null;
  const { steps, marks, fromMs, untilMs, windowMs, firstDayMs, lengthsMs } = rules;
  const words = (length: number) => arena.takeForKernels(Uint32Array, length);
  const numbers = (length: number) => arena.takeForKernels(Float64Array, length);
  const room = lineCount === 1 ? SINGLE_MEDIANS : Math.max(LEAST_MEDIANS, Math.floor(LINES_MEDIANS / lineCount));
  const lines = Array.from({ length: lineCount }, () => {
    const [furthest, medianCounts] = [words(steps).fill(0), words(steps).fill(0)];
    return {
      furthest,
      sums: numbers(steps).fill(0),
      rests: numbers(steps).fill(0),
      medianCounts,
      medians: numbers(steps * room),
    };
  });
  // The rows of an actor, and where they begin and end.
  const [times, values, actors, ends] = [numbers(MAX_ROWS), words(MAX_ROWS), words(2).fill(0), words(2).fill(0)];
  const links = MAX_ROWS * mostBits(marks);
  const ownMarks = words(marks.length);
  const lengths = numbers(lengthsMs.length);
  // In the order of `Tally` in `assembly/funnel.ts`: links, heads of chains, starts.
  const linked = [numbers(links), words(links), words(steps + 1)];
  const starts = [numbers(MAX_ROWS), words(MAX_ROWS), words(MAX_ROWS)];
  // Attempts, groups of attempts, and their seconds.
  const groups = [words(MAX_ROWS), words(MAX_ROWS), words(MAX_ROWS)];
  const seconds = [numbers(MAX_ROWS), words(MAX_ROWS)];
  const columns = [ownMarks, lengths, ...linked, ...starts, ...groups, ...seconds];
  const results = lines.map((line) => [line.furthest, line.sums, line.rests, line.medianCounts, line.medians]);
  const addresses = results.map((own) => own.map(({ byteOffset }) => byteOffset));
  // Side by side.
  const limits = numbers(6);
  const head = words(5 + columns.length + RESULTS);
  const lineResults = words(lineCount * RESULTS);
  const compiled = compiledFor(limits, head, lineResults, times, values, actors, ends, ...columns, ...results.flat());
  if (compiled === null) return null;
  lineResults.set(addresses.flat());
  ownMarks.set(marks);
  lengths.set(lengthsMs);
  limits.set([windowMs, firstDayMs, fromMs, untilMs, 0, 0]);
  head.set([0, 0, steps, lengthsMs.length, room, ...columns.map(({ byteOffset }) => byteOffset)]);
  let lineAtHand = -1;
  const take = (line: number) => {
    if (line !== lineAtHand) head.set(addresses[line]!, 5 + columns.length);
    lineAtHand = line;
  };
  const fits = (rows: ActorsRows) =>
    compiledFor(head, rows.actors, rows.ends, rows.times, rows.values) !== null && rows.actors.length <= MAX_STRETCHES;
  const tally = (rows: ActorsRows, first: number, until: number) => {
    const of = {
      actors: rows.actors.byteOffset,
      ends: rows.ends.byteOffset,
      times: rows.times.byteOffset,
      values: rows.values.byteOffset,
    };
    compiled.tallyBest(limits.byteOffset, of.actors, of.ends, first, until, of.times, of.values);
  };
  const own = { actors, ends, times, values };
  // After a call of `add`, or of `addActor`.
  const most = lineCount === 1 ? room - MAX_STRETCHES : room - 1;
  const isFull = (counts: Uint32Array) => {
    for (let step = 1; step < steps; step++) if (counts[step]! > most) return true;
    return false;
  };
  return {
    lines,
    fits,
    maxRows: MAX_ROWS,
    add(rows, first, until) {
      if (!fits(rows) || hasLong(rows, first, until))
        throw new RangeError("Rows that do not fit were given to a tally.");
      take(0);
      tally(rows, first, until);
    },
    addLined(rows, ofActors, first, until) {
      const isThere = compiledFor(head, ofActors) !== null;
      if (!isThere || !fits(rows) || hasLong(rows, first, until))
        throw new RangeError("Rows that do not fit were given to a tally.");
      // The kernel switches between the lines' results.
      lineAtHand = -1;
      return compiled.tallyLines(
        limits.byteOffset,
        lineResults.byteOffset,
        ofActors.byteOffset,
        rows.actors.byteOffset,
        rows.ends.byteOffset,
        first,
        until,
        rows.times.byteOffset,
        rows.values.byteOffset,
      );
    },
    addActor(line, rows) {
      const count = rows.until - rows.from;
      if (count > MAX_ROWS) return false;
      take(line);
      // A loop, because a call of `set` costs more for a few rows.
      for (let row = 0; row < count; row++) {
        times[row] = rows.times[rows.from + row]!;
        values[row] = rows.values[rows.from + row]!;
      }
      ends[0] = count;
      tally(own, 0, 1);
      return true;
    },
    isFull: (line) => isFull(lines[line]!.medianCounts),
    drain(line, see) {
      const { medianCounts, medians } = lines[line]!;
      for (let step = 1; step < steps; step++) {
        const from = step * room;
        if (medianCounts[step]! > 0) see(step, medians.subarray(from, from + medianCounts[step]!));
        medianCounts[step] = 0;
      }
    },
  };
}

/** Columns of results, at the end of `Tally` in `assembly/funnel.ts`. */
const RESULTS = 5;

/** Has an actor of these stretches too many rows? */
function hasLong({ actors, ends }: ActorsRows, first: number, until: number): boolean {
  let from = first === 0 ? 0 : ends[first - 1]!;
  if (ends[until - 1]! - from <= MAX_ROWS) return false;
  for (let index = first; index < until; index++) {
    if (index + 1 < until && actors[index + 1] === actors[index]) continue;
    if (ends[index]! - from > MAX_ROWS) return true;
    from = ends[index]!;
  }
  return false;
}

function mostBits(marks: Uint32Array): number {
  let most = 1;
  for (const own of marks) {
    let count = 0;
    for (let bits = own; bits !== 0; bits &= bits - 1) count++;
    most = Math.max(most, count);
  }
  return most;
}
