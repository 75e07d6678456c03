import { parseNumber, propertyText } from "../filters/index.ts";
import type { Aggregate, Counting, DateRange } from "../insights/index.ts";
import { DistinctCells } from "./distinct-cells.ts";
import { eachBucket } from "./each-bucket.ts";
import { addActors, countLines, countMask } from "./kernels/count.ts";
import { toNumberCell } from "./number-cell.ts";
import type { NumberCell } from "./number-cell.ts";
import type { Question } from "./question.ts";
import type { Piece } from "./scan.ts";
import type { PropertyColumn } from "./segment.ts";
import { actorUnits, groupUnits, sessionUnits } from "./units.ts";
import type { Units } from "./units.ts";

/** Rows, and the line of each: a number for all, or a number by row from `start` on, −1 = none. */
export interface LinedPiece extends Piece {
  line: number | Int32Array;
}

/** Counts rows into the buckets of lines. */
export interface Tally {
  add(piece: LinedPiece): void;
  /** One number per bucket. */
  values(line: number): number[];
}

/** What rows are counted into; pieces lie within the range, or within what trailing windows reach back to. */
export interface TallyFrame {
  range: DateRange;
  edgesMs: number[];
  /** Has the project an event of whatever name in the bucket? */
  isBusy(bucket: number): boolean;
  /** About how many lines there are. */
  lineCount: number;
}

/** Can `createTally` count this? */
export function hasTally({ by }: Counting): boolean {
  return by !== "session_seconds";
}

/** Makes an empty tally of a kind. Source: reference/insights.md 7.1. */
export function createTally(counting: Counting, frame: TallyFrame, question: Question): Tally {
  switch (counting.by) {
    case "events":
      return countRows(frame);
    case "actors":
      return countUnits(frame, actorUnits(question));
    case "new_actors":
      return countFirsts(frame, actorUnits(question));
    case "trailing_actors":
      return countTrailing(frame, counting.startsMs, actorUnits(question));
    case "groups":
      return countUnits(frame, groupUnits(counting.groupTypeIndex));
    case "sessions":
      return countUnits(frame, sessionUnits());
    case "numbers":
      return collect(frame, counting.key, counting.aggregate);
    case "session_seconds":
      throw new Error("No column holds the lengths of sessions.");
  }
}

function countRows({ edgesMs }: TallyFrame): Tally {
  const width = edgesMs.length;
  let counts = new Float64Array(width);
  const grow = (lines: number) => {
    if (lines * width <= counts.length) return;
    const wider = new Float64Array(lines * width * 2);
    wider.set(counts);
    counts = wider;
  };
  return {
    add(piece) {
      const { start, mask, line } = piece;
      grow(1 + (typeof line === "number" ? line : largest(line)));
      eachBucket(piece, edgesMs, (bucket, from, until) => {
        if (typeof line !== "number") countLines(counts, { line, mask, width, bucket }, from - start, until - start);
        else
          counts[line * width + bucket]! += mask === null ? until - from : countMask(mask, from - start, until - start);
      });
    },
    values: (line) => edgesMs.map((_, bucket) => counts[line * width + bucket] ?? 0),
  };
}

function largest(line: Int32Array): number {
  let most = 0;
  for (let row = 0; row < line.length; row++) if (line[row]! > most) most = line[row]!;
  return most;
}

/** Puts the units of a piece into cells: one for each line and stretch between edges. */
function addToCells(cells: DistinctCells, edgesMs: readonly number[], piece: LinedPiece, units: Units): void {
  const { segment, start, end, mask, line } = piece;
  const { actors } = units;
  const { ids } = segment.core();
  const width = edgesMs.length;
  let known: Uint32Array | undefined;
  eachBucket(piece, edgesMs, (bucket, from, until) => {
    const shared = typeof line === "number" && actors !== null ? cells.open(line * width + bucket) : null;
    if (shared !== null && actors !== null && !(shared instanceof Set)) {
      addActors(shared, { ids, actors }, piece, from, until);
      return;
    }
    const numbers = (known ??= units.of(segment, start, end));
    for (let row = from - start; row < until - start; row++) {
      const own = typeof line === "number" ? line : line[row]!;
      const unit = numbers[row]!;
      if (own < 0 || unit === 0 || (mask !== null && mask[row] === 0)) continue;
      const cell = cells.open(own * width + bucket);
      if (cell instanceof Set) cell.add(unit);
      else cell[unit >>> 5]! |= 1 << (unit & 31);
    }
  });
}

function countUnits({ edgesMs, lineCount }: TallyFrame, units: Units): Tally {
  const width = edgesMs.length;
  const cells = new DistinctCells(units, width * lineCount);
  return {
    add: (piece) => addToCells(cells, edgesMs, piece, units),
    values: (line) => edgesMs.map((_, bucket) => cells.count(line * width + bucket)),
  };
}

/** Each unit counts in the first bucket that it is seen in. */
function countFirsts({ edgesMs }: TallyFrame, units: Units): Tally {
  const lines: Int32Array[] = [];
  const open = (line: number) => (lines[line] ??= new Int32Array(units.limit()).fill(edgesMs.length));
  return {
    add(piece) {
      const { segment, start, end, mask, line } = piece;
      const numbers = units.of(segment, start, end);
      eachBucket(piece, edgesMs, (bucket, from, until) => {
        for (let row = from - start; row < until - start; row++) {
          const own = typeof line === "number" ? line : line[row]!;
          const unit = numbers[row]!;
          if (own < 0 || unit === 0 || (mask !== null && mask[row] === 0)) continue;
          const firsts = open(own);
          if (bucket < firsts[unit]!) firsts[unit] = bucket;
        }
      });
    },
    values(line) {
      const counts = edgesMs.map(() => 0);
      for (const bucket of lines[line] ?? []) if (bucket < counts.length) counts[bucket]! += 1;
      return counts;
    },
  };
}

/**
 * Windows overlap, by a month maybe: rows are put into stretches between all edges and starts, once each, and a window counts
 * its stretches together.
 */
function countTrailing({ edgesMs, range, isBusy, lineCount }: TallyFrame, startsMs: number[], units: Units): Tally {
  const cutsMs = [...new Set([...edgesMs, ...startsMs])].toSorted((a, b) => a - b);
  const cells = new DistinctCells(units, cutsMs.length * lineCount);
  return {
    add: (piece) => addToCells(cells, cutsMs, piece, units),
    values: (line) =>
      edgesMs.map((_, bucket) => {
        if (!isBusy(bucket)) return 0;
        const first = cutsMs.indexOf(startsMs[bucket]!);
        const endMs = edgesMs[bucket + 1] ?? range.untilMs;
        const end = cutsMs.includes(endMs) ? cutsMs.indexOf(endMs) : cutsMs.length;
        return first < end ? cells.count(line * cutsMs.length + first, line * cutsMs.length + end) : 0;
      }),
  };
}

function collect({ edgesMs }: TallyFrame, key: string, aggregate: Aggregate): Tally {
  const width = edgesMs.length;
  const cells: NumberCell[] = [];
  const tables = new WeakMap<PropertyColumn, Float64Array>();
  return {
    add(piece) {
      const { segment, start, mask, line } = piece;
      const column = segment.property(key);
      // NaN = no number; texts never spell it.
      const table =
        tables.get(column) ?? Float64Array.from(column.values, (value) => parseNumber(propertyText(value)) ?? NaN);
      tables.set(column, table);
      eachBucket(piece, edgesMs, (bucket, from, until) => {
        for (let row = from - start; row < until - start; row++) {
          const own = typeof line === "number" ? line : line[row]!;
          if (own < 0 || (mask !== null && mask[row] === 0)) continue;
          const number = table[column.codes[start + row]!]!;
          if (!Number.isNaN(number)) (cells[own * width + bucket] ??= toNumberCell(aggregate)).add(number);
        }
      });
    },
    values: (line) => edgesMs.map((_, bucket) => cells[line * width + bucket]?.value() ?? 0),
  };
}
