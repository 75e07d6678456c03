import { randomInt } from "node:crypto";
import { requireFew } from "./array-functions.ts";

// Aggregates that keep all rows without NULL. Their parameters come with each row, behind the values.

type Scalar = string | number | bigint;
type Row = Scalar[];
type Numbers = number[];

/** A statistic, as `AggregateFunction` describes it. */
interface OfRows {
  start: () => Row[];
  step: (rows: Row[], ...row: (Scalar | null)[]) => void;
  result: (rows: never[]) => unknown;
}

function ofRows<R extends Row>(result: (rows: R[]) => unknown): OfRows {
  return {
    start: () => [],
    step: (rows, ...row) => {
      if (!row.includes(null)) rows.push(row as Row);
    },
    result: result as OfRows["result"],
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const finite = (value: number) => (Number.isNaN(value) ? null : value);

/** A higher moment around the mean, in deviations. */
function shape(power: number, isSample: boolean): OfRows {
  return ofRows((rows: Numbers[]) => {
    const values = rows.map(([value = 0]) => value);
    const mean = sum(values) / values.length;
    const around = (exponent: number) => sum(values.map((value) => (value - mean) ** exponent));
    const variance = around(2) / (values.length - Number(isSample));
    return finite(around(power) / values.length / variance ** (power / 2));
  });
}

/** A member of the sorted values. @param middle the place of the level 0.5 */
function quantile(middle: (size: number) => number): OfRows {
  return ofRows((rows: Numbers[]) => {
    const level = rows[0]?.[1] ?? 0.5;
    const sorted = Float64Array.from(rows, ([value = 0]) => value).toSorted();
    const at = level === 0.5 ? middle(sorted.length) : Math.floor(level * sorted.length);
    return sorted[Math.min(sorted.length - 1, at)] ?? null;
  });
}

function weightedQuantile(rows: Numbers[]): number | null {
  const level = rows[0]?.[2] ?? 0.5;
  const threshold = Math.ceil(sum(rows.map(([, weight = 0]) => weight)) * level);
  let reached = 0;
  const sorted = rows.toSorted(([a = 0], [b = 0]) => a - b);
  return sorted.find(([, weight = 0]) => (reached += weight) >= threshold)?.[0] ?? null;
}

function deltaSum(values: readonly number[]): number {
  return sum(values.map((value, index) => Math.max(0, index === 0 ? 0 : value - (values[index - 1] ?? 0))));
}

/** Sums of the last values, as many as `width`; 0 = of all before. */
function moving(rows: Numbers[], divisor: (width: number) => number): string {
  const width = rows[0]?.[1] || rows.length;
  let total = 0;
  return JSON.stringify(
    rows.map(([value = 0], index) => (total += value - (rows[index - width]?.[0] ?? 0)) / divisor(width)),
  );
}

function bits(join: (left: bigint, right: bigint) => bigint): OfRows {
  return ofRows((rows: Row[]) => {
    const [first, ...rest] = rows.map(([value = 0]) => BigInt(typeof value === "number" ? Math.trunc(value) : value));
    return first === undefined ? 0 : rest.reduce(join, first);
  });
}

function insert(rows: [Scalar, number, Scalar, number][]): string {
  const [, , filler = "", size = 0] = rows[0] ?? [];
  const placed = rows.map(([value, place]) => [value, Math.trunc(place)] as const).filter(([, place]) => place >= 0);
  const length = size > 0 ? size : placed.reduce((most, [, place]) => Math.max(most, place), -1) + 1;
  requireFew(length);
  const made = Array.from({ length }, () => filler);
  // The first value of a place stays.
  for (const [value, place] of placed.toReversed()) if (place < length) made[place] = value;
  return JSON.stringify(made);
}

/** How often each key comes. */
function countsOf(keys: readonly unknown[]): number[] {
  const counts = new Map<unknown, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()];
}

/** Two columns, and how they depend on each other. */
interface Table {
  count: number;
  columns: [number[], number[]];
  /** χ² divided by the number of rows. */
  spread: number;
  /** Entropies of each column, and of both together, in natural units. */
  entropies: [number, number, number];
}

const entropyOf = (counts: readonly number[], count: number) =>
  -sum(counts.map((each) => (each / count) * Math.log(each / count)));

function tabulate(rows: Row[]): Table {
  const count = rows.length;
  const [lefts, rights] = [new Map<Scalar, number>(), new Map<Scalar, number>()];
  const both = new Map<string, { left: Scalar; right: Scalar; times: number }>();
  for (const [left = "", right = ""] of rows) {
    lefts.set(left, (lefts.get(left) ?? 0) + 1);
    rights.set(right, (rights.get(right) ?? 0) + 1);
    const key = JSON.stringify([left, right]);
    both.set(key, { left, right, times: (both.get(key)?.times ?? 0) + 1 });
  }
  const shares = Array.from(both.values(), ({ left, right, times }) => {
    return times ** 2 / ((lefts.get(left) ?? 1) * (rights.get(right) ?? 1));
  });
  const columns: Table["columns"] = [[...lefts.values()], [...rights.values()]];
  const joint = Array.from(both.values(), ({ times }) => times);
  const [one, other, all] = [...columns, joint].map((counts) => entropyOf(counts, count)) as [number, number, number];
  return { count, columns, spread: sum(shares) - 1, entropies: [one, other, all] };
}

function ofTable(result: (table: Table) => number): OfRows {
  return ofRows((rows: Row[]) => (rows.length === 0 ? null : finite(result(tabulate(rows)))));
}

function corrected({ count, columns, spread }: Table): number {
  const [rows, others] = columns.map(({ length }) => length) as [number, number];
  const own = Math.max(0, spread - ((rows - 1) * (others - 1)) / (count - 1));
  const sizes = [rows, others].map((size) => size - (size - 1) ** 2 / (count - 1) - 1);
  return Math.sqrt(own / Math.min(...sizes));
}

/** The most spans that share a moment, and the first such moment. A span ends before another that begins then. */
function intersect(rows: Numbers[]): [most: number, at: number | null] {
  const ends = rows.flatMap(([from = 0, to = 0]) => [[from, 1] as const, [to, -1] as const]);
  let [open, most, at] = [0, 0, null as number | null];
  for (const [moment, step] of ends.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    open += step;
    if (open > most) [most, at] = [open, moment];
  }
  return [most, at];
}

function regression(rows: Numbers[]): string {
  const [xs, ys] = [0, 1].map((place) => rows.map((row) => row[place] ?? 0)) as [number[], number[]];
  const [x, y] = [xs, ys].map((values) => sum(values) / values.length) as [number, number];
  const slope =
    sum(xs.map((value, index) => (value - x) * ((ys[index] ?? 0) - y))) / sum(xs.map((value) => (value - x) ** 2));
  return JSON.stringify([slope, y - slope * x]);
}

/** Some of the rows, all with the same chance. */
function sample(rows: [Scalar, number][]): string {
  const size = rows[0]?.[1] ?? 0;
  const chosen: Scalar[] = [];
  for (const [index, [value]] of rows.entries()) {
    const place = index < size ? index : randomInt(index + 1);
    if (place < size) chosen[place] = value;
  }
  return JSON.stringify(chosen);
}

function topWeighted(rows: [Scalar, number, number][]): string {
  const weights = new Map<Scalar, number>();
  for (const [value, weight] of rows) weights.set(value, (weights.get(value) ?? 0) + weight);
  const sorted = [...weights].toSorted(([, a], [, b]) => b - a).slice(0, rows[0]?.[2] ?? 0);
  return JSON.stringify(sorted.map(([value]) => value));
}

/** The functions, by the name after `hog_`. */
export const STATISTIC_FUNCTIONS: Readonly<Record<string, OfRows>> = {
  skewPop: shape(3, false),
  skewSamp: shape(3, true),
  kurtPop: shape(4, false),
  kurtSamp: shape(4, true),
  quantileExact: quantile((size) => Math.floor(size / 2)),
  quantileExactLow: quantile((size) => Math.ceil(size / 2) - 1),
  quantileExactHigh: quantile((size) => Math.floor(size / 2)),
  quantileExactWeighted: ofRows(weightedQuantile),
  avgWeighted: ofRows((rows: Numbers[]) =>
    finite(sum(rows.map(([value = 0, weight = 0]) => value * weight)) / sum(rows.map(([, weight = 0]) => weight))),
  ),
  entropy: ofRows((rows: Row[]) => entropyOf(countsOf(rows.map(([value]) => value)), rows.length) / Math.LN2 + 0),
  contingency: ofTable(({ spread }) => Math.sqrt(spread / (1 + spread))),
  cramersV: ofTable(({ spread, columns }) =>
    Math.sqrt(spread / (Math.min(...columns.map(({ length }) => length)) - 1)),
  ),
  cramersVBiasCorrected: ofTable(corrected),
  /** The share of the first column's entropy that the second explains. */
  theilsU: ofTable(({ entropies: [one, other, both] }) => (one + other - both) / one),
  simpleLinearRegression: ofRows(regression),
  deltaSum: ofRows((rows: Numbers[]) => deltaSum(rows.map(([value = 0]) => value))),
  deltaSumTimestamp: ofRows((rows: Numbers[]) =>
    deltaSum(rows.toSorted(([, a = 0], [, b = 0]) => a - b).map(([value = 0]) => value)),
  ),
  groupBitAnd: bits((left, right) => left & right),
  groupBitOr: bits((left, right) => left | right),
  groupBitXor: bits((left, right) => left ^ right),
  groupArrayMovingSum: ofRows((rows: Numbers[]) => moving(rows, () => 1)),
  groupArrayMovingAvg: ofRows((rows: Numbers[]) => moving(rows, (width) => width)),
  groupArrayInsertAt: ofRows(insert),
  groupArrayLast: ofRows((rows: [Scalar, number][]) =>
    JSON.stringify(rows.slice(-(rows[0]?.[1] ?? 1)).map(([value]) => value)),
  ),
  groupArraySample: ofRows(sample),
  topKWeighted: ofRows(topWeighted),
  maxIntersections: ofRows((rows: Numbers[]) => intersect(rows)[0]),
  maxIntersectionsPosition: ofRows((rows: Numbers[]) => intersect(rows)[1]),
};
