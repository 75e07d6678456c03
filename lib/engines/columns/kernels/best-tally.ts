import type { Arena } from "../log/arena.ts";
import { compiledFor } from "./compiled.ts";

/** The rules of an ordered funnel. */
export interface BestRules {
  /** Number of steps, at most `MAX_TALLY_STEPS`. */
  steps: number;
  /** Bits of the steps that a row with this value may be; the index is the value. */
  marks: Uint32Array;
  /** Rows outside do not count. */
  fromMs: number;
  untilMs: number;
  /** The length of a window, unless it depends on the day on which it begins. */
  windowMs: number;
  /** The lengths of windows by their first day; beyond the list they are 0. Empty = `windowMs` always. */
  firstDayMs: number;
  lengthsMs: readonly number[];
}

/** Rows of several actors: those of stretch k are `ends[k − 1]` to `ends[k] − 1`. */
export interface ActorsRows {
  /** The actor of each stretch. Stretches of one actor lie side by side; together their rows are in order of time. */
  actors: Uint32Array;
  ends: Uint32Array;
  /** Epoch ms. */
  times: Float64Array;
  values: Uint32Array;
}

/** The results so far of a funnel, and a place for more rows. */
export interface BestTally {
  /** Does it take these rows? If not, their actors are seen one by one. */
  fits(rows: ActorsRows): boolean;
  /** Adds the actors of the stretches `first` to `until − 1`. */
  add(rows: ActorsRows, first: number, until: number): void;
  /** Calls `see` with the actors' median seconds to each step since the last call; the list is valid until the next `add`. */
  drain(see: (step: number, medians: Float64Array) => void): void;
  /** Actors by the number of steps that they reached, minus 1. */
  furthest: Uint32Array;
  /** Sums of the actors' average seconds to each step, and the rounding errors of that sum. */
  sums: Float64Array;
  rests: Float64Array;
}

/** The steps of a row are bits of a word. */
export const MAX_TALLY_STEPS = 32;

/** Rows of all actors that are tallied at once: with their links they take 0.5 MB, which the cache of a core holds. */
const MAX_ROWS = 8192;

/** Actors that are tallied at once. */
const MAX_STRETCHES = 1024;

/**
 * Prepares to count how far actors got in an ordered funnel and how long they took, by the attempts that got furthest: for
 * many actors at once, with the results of `createBestFinder` and `StepSeconds`.
 * @returns null = there is no memory for compiled kernels: each actor has to be seen by itself
 */
export function openBestTally(rules: BestRules, arena: Arena): BestTally | null {
  const { steps, marks, fromMs, untilMs, windowMs, firstDayMs, lengthsMs } = rules;
  const words = (length: number) => arena.takeForKernels(Uint32Array, length);
  const numbers = (length: number) => arena.takeForKernels(Float64Array, length);
  const [furthest, sums, rests] = [words(steps), numbers(steps), numbers(steps)];
  const [medianCounts, medians] = [words(steps), numbers(steps * MAX_STRETCHES)];
  for (const list of [furthest, sums, rests, medianCounts]) list.fill(0);
  const links = MAX_ROWS * mostBits(marks);
  const ownMarks = words(marks.length);
  const lengths = numbers(lengthsMs.length);
  // In the order of `Tally` in `assembly/funnel.ts`: links of rows, heads of their chains, starts.
  const linked = [numbers(links), numbers(links), words(links), words(steps + 1)];
  const starts = [numbers(MAX_ROWS), words(MAX_ROWS), words(MAX_ROWS)];
  // Attempts, groups of them, and their seconds.
  const groups = [words(MAX_ROWS), words(MAX_ROWS), words(MAX_ROWS)];
  const seconds = [numbers(MAX_ROWS), words(MAX_ROWS)];
  const results = [furthest, sums, rests, medianCounts, medians];
  const columns = [ownMarks, lengths, ...linked, ...starts, ...groups, ...seconds, ...results];
  // Side by side.
  const limits = numbers(6);
  const head = words(5 + columns.length);
  const compiled = compiledFor(limits, head, ...columns);
  if (compiled === null) return null;
  ownMarks.set(marks);
  lengths.set(lengthsMs);
  limits.set([windowMs, firstDayMs, fromMs, untilMs, 0, 0]);
  head.set([0, 0, steps, lengthsMs.length, MAX_STRETCHES, ...columns.map(({ byteOffset }) => byteOffset)]);
  const fits = ({ actors, ends, times, values }: ActorsRows) =>
    compiledFor(head, actors, ends, times, values) !== null &&
    times.length <= MAX_ROWS &&
    actors.length <= MAX_STRETCHES;
  return {
    furthest,
    sums,
    rests,
    fits,
    add(rows, first, until) {
      if (!fits(rows)) throw new RangeError("Rows that do not fit were given to a tally.");
      const { actors, ends, times, values } = rows;
      const of = {
        actors: actors.byteOffset,
        ends: ends.byteOffset,
        times: times.byteOffset,
        values: values.byteOffset,
      };
      compiled.tallyBest(limits.byteOffset, of.actors, of.ends, first, until, of.times, of.values);
    },
    drain(see) {
      for (let step = 1; step < steps; step++) {
        const from = step * MAX_STRETCHES;
        if (medianCounts[step]! > 0) see(step, medians.subarray(from, from + medianCounts[step]!));
        medianCounts[step] = 0;
      }
    },
  };
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
