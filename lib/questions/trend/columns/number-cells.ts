import { grown } from "../../../base/grown.ts";
import type { Aggregate } from "../../../port/counting.ts";
import { addUp } from "../../../engines/columns/group/worker-group.ts";
import type { WorkerGroup } from "../../../engines/columns/group/worker-group.ts";
import { addNumbers, addNumbersByCode, keepLeast, SUM_PARTS } from "../../../engines/columns/kernels/sums.ts";
import type { NumberRows } from "../../../engines/columns/kernels/sums.ts";
import type { CodedLines, Stretches } from "./coded-lines.ts";

/** Makes one number of each cell's numbers. */
export interface NumberCells {
  /** Takes the numbers of rows `from` to `until − 1`. @param lineLimit every line is below */
  add(rows: NumberRows, lineLimit: number, from: number, until: number): void;
  /** Takes the numbers of stretches of rows whose codes tell their lines; absent = only `add` is possible. */
  addCoded?(rows: CodedNumberRows, lines: CodedLines, stretches: Stretches): void;
  /** Adds the cells of the worker group's other threads. */
  collect(workers: WorkerGroup): void;
  /** Lists to add up, one number for each cell; null = the cells cannot be added up. */
  sums(): Float64Array[] | null;
  /** Adds cells of such lists, from place `from` there, to the cells from `to` on. */
  addSums(to: number, sums: Float64Array[], from: number, count: number): void;
  /** The value of cells `from` to `until − 1` together; 0 without numbers. */
  value(from: number, until: number): number;
}

/** Rows with numbers; their codes tell their lines. */
export type CodedNumberRows = Omit<NumberRows, "line" | "bucket">;

/** Makes empty cells. Source: reference/insights.md 7.1. */
export function createNumberCells(aggregate: Aggregate): NumberCells {
  switch (aggregate.name) {
    case "sum":
    case "avg":
      return addUpCells(aggregate.name === "avg");
    case "min":
      return keepBest(1);
    case "max":
      return keepBest(-1);
    case "quantile":
      return keepAll(aggregate.level);
  }
}

const NO_SUMS = {
  sums: () => null,
  addSums() {
    throw new TypeError("These cannot be added up.");
  },
};

function addUpCells(isMean: boolean): NumberCells {
  let sums = new Float64Array(0);
  let counts = new Float64Array(0);
  return {
    add(rows, lineLimit, from, until) {
      sums = withSpace(sums, lineLimit * rows.width, 0);
      counts = withSpace(counts, lineLimit * rows.width, 0);
      addNumbers(sums, counts, rows, from, until);
    },
    addCoded(rows, { codes: lines, table, lineLimit }, { buckets, bounds }) {
      const { width } = rows;
      sums = withSpace(sums, lineLimit * width, 0);
      counts = withSpace(counts, lineLimit * width, 0);
      const codeCount = table.length;
      const ownSums = new Float64Array(buckets.length * SUM_PARTS * codeCount);
      const ownCounts = isMean ? new Uint32Array(ownSums.length) : null;
      addNumbersByCode(ownSums, ownCounts, { ...rows, lines, lineLimit: codeCount }, bounds);
      for (let at = 0; at < ownSums.length; at++) {
        const cell = table[at % codeCount]! * width + buckets[Math.floor(at / (SUM_PARTS * codeCount))]!;
        sums[cell]! += ownSums[at]!;
        if (ownCounts !== null) counts[cell]! += ownCounts[at]!;
      }
    },
    collect(workers) {
      sums = addUp(workers, sums);
      counts = addUp(workers, counts);
    },
    sums: () => [sums, counts],
    addSums(to, [theirSums, theirCounts], from, count) {
      sums = withSpace(sums, to + count, 0);
      counts = withSpace(counts, to + count, 0);
      for (let cell = 0; cell < count; cell++) {
        sums[to + cell]! += theirSums?.[from + cell] ?? 0;
        counts[to + cell]! += theirCounts?.[from + cell] ?? 0;
      }
    },
    value(from, until) {
      let sum = 0;
      let count = 0;
      for (let cell = from; cell < until; cell++) {
        sum += sums[cell] ?? 0;
        count += counts[cell] ?? 0;
      }
      return isMean && count > 0 ? sum / count : sum;
    },
  };
}

function keepBest(sign: 1 | -1): NumberCells {
  let least = new Float64Array(0);
  return {
    add(rows, lineLimit, from, until) {
      least = withSpace(least, lineLimit * rows.width, Infinity);
      keepLeast(least, rows, sign, from, until);
    },
    collect(workers) {
      const [, ...others] = workers.collect(least);
      for (const theirs of others) {
        least = withSpace(least, theirs.length, Infinity);
        for (let cell = 0; cell < theirs.length; cell++) least[cell] = Math.min(least[cell]!, theirs[cell]!);
      }
    },
    ...NO_SUMS,
    value(from, until) {
      let best = Infinity;
      for (let cell = from; cell < until; cell++) best = Math.min(best, least[cell] ?? Infinity);
      return best === Infinity ? 0 : best * sign;
    },
  };
}

/** The value of numbers, NaN left out. */
export function aggregateOf(numbers: Float64Array, aggregate: Aggregate): number {
  const cells = createNumberCells(aggregate);
  const codes = Uint32Array.from(numbers.keys());
  cells.add({ codes, numbers, line: 0, mask: null, start: 0, width: 1, bucket: 0 }, 1, 0, codes.length);
  return cells.value(0, 1);
}

/** A list that grows. */
interface Numbers {
  list: Float64Array<ArrayBuffer>;
  count: number;
}

function keepAll(level: number): NumberCells {
  const cells: (Numbers | undefined)[] = [];
  return {
    add({ codes, numbers, line, mask, start, width, bucket }, _, from, until) {
      for (let row = from; row < until; row++) {
        const own = typeof line === "number" ? line : line[row - start]!;
        const number = numbers[codes[row]!]!;
        if (own < 0 || Number.isNaN(number) || (mask !== null && mask[row - start] === 0)) continue;
        push((cells[own * width + bucket] ??= { list: new Float64Array(16), count: 0 }), number);
      }
    },
    collect(workers) {
      const [, ...others] = workers.collect(cells);
      for (const theirs of others) {
        for (const [cell, numbers] of theirs.entries()) {
          if (numbers !== undefined) pushAll((cells[cell] ??= { list: new Float64Array(16), count: 0 }), numbers);
        }
      }
    },
    ...NO_SUMS,
    value(from, until) {
      const found = cells.slice(from, until).filter((cell) => cell !== undefined);
      const all = new Float64Array(found.reduce((sum, { count }) => sum + count, 0));
      let at = 0;
      for (const { list, count } of found) {
        all.set(list.subarray(0, count), at);
        at += count;
      }
      return quantile(all.toSorted(), level);
    },
  };
}

function push(numbers: Numbers, number: number): void {
  if (numbers.count === numbers.list.length) numbers.list = withSpace(numbers.list, numbers.count * 2, 0);
  numbers.list[numbers.count++] = number;
}

function pushAll(numbers: Numbers, { list, count }: Numbers): void {
  for (let index = 0; index < count; index++) push(numbers, list[index]!);
}

/** Interpolated linearly; 0 of nothing. */
export function quantile(sorted: Float64Array, level: number): number {
  if (sorted.length === 0) return 0;
  const place = level * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[below + 1] ?? low;
  return low + (high - low) * (place - below);
}

/** The list, or a longer copy whose new cells are `empty`. */
function withSpace(list: Float64Array<ArrayBuffer>, length: number, empty: number): Float64Array<ArrayBuffer> {
  if (length <= list.length) return list;
  return grown(list, new Float64Array(Math.max(length, list.length * 2)).fill(empty));
}
