import type { Counting } from "../../../port/counting.ts";
import type { DateRange } from "../../../port/range.ts";
import type { GroupValue } from "../../../port/lines.ts";
import type { TrendLine, TrendPlan, TrendSeriesPlan } from "../plan.ts";
import { PeerLost } from "../../../engines/columns/group/worker-group.ts";
import type { WorkerGroup } from "../../../engines/columns/group/worker-group.ts";
import { placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import { compileKeys } from "../../../engines/columns/scan/group-values.ts";
import type { Keys } from "../../../engines/columns/scan/group-values.ts";
import { toValuePage } from "./lines.ts";
import type { ValuePage } from "./lines.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { addKeyed, sortKeys } from "./rank.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import { createSpanTally } from "./tally.ts";
import type { SpanCounting, SpanTally } from "./tally.ts";

/** Counters of all keys and buckets: 8 or 16 bytes each. */
const MAX_COUNTERS = 1_000_000;

/** Can one pass answer? With several threads, only what can be added up. */
export function isInOnePass(
  { range, edgesMs }: TrendPlan,
  { counting, breakdown, valueRange }: TrendSeriesPlan,
): boolean {
  const isRanked = breakdown?.by === "values" && breakdown.keys === undefined && isSame(breakdown.rankBy, counting);
  const isInside = valueRange.fromMs >= range.fromMs && valueRange.untilMs === range.untilMs;
  if (!isRanked || !isInside || !isSpanCounting(counting) || valueRange.fromMs < (edgesMs[0] ?? Infinity)) return false;
  // The rest needs numbers of keys that add up.
  return !breakdown.hasRest || counting.by === "events";
}

/**
 * The lines of a breakdown by values in one pass, which counts all keys and then takes the page. Values must be ranked
 * by what is counted, and buckets must be joinable.
 * @returns null = another way must be taken; the function may also return null, when there are too many keys
 */
export function compileRankedLines(
  execution: Execution,
  plan: TrendPlan,
  series: TrendSeriesPlan,
  slicesOf: (range: DateRange) => Iterable<Slice>,
): (() => TrendLine[] | null) | null {
  const { range, edgesMs } = plan;
  const { counting, breakdown, valueRange } = series;
  if (breakdown?.by !== "values" || !isSpanCounting(counting) || !isInOnePass(plan, series)) return null;
  // Rows before the values' range are counted, and not ranked.
  const cutsMs = [...new Set([...edgesMs, valueRange.fromMs])].toSorted((a, b) => a - b);
  const { keep } = execution;
  const compiled = compileKeys(breakdown.sources, execution);
  return () => {
    const { tally, held, keys: own } = keep("ranked", () => openKeyed(counting, cutsMs, compiled));
    const tallies = held === tally ? [tally] : [tally, held];
    let isTooMuch = false;
    for (const slice of slicesOf(range)) {
      addKeyed(tallies, slice, own, cutsMs);
      isTooMuch = own.limit() * cutsMs.length > MAX_COUNTERS;
      if (isTooMuch) break;
    }
    if (isTooMuch) execution.giveUp();
    const keys = collectKeyed(execution.workers, isTooMuch ? null : own, tallies);
    if (execution.workers.rank > 0) return [];
    if (keys === null) return null;
    const first = cutsMs.indexOf(valueRange.fromMs);
    const numbers = Array.from({ length: keys.limit() }, (_, number) => number);
    const ranked = sortKeys(
      keys,
      numbers.filter((number) => held.span(number, first, cutsMs.length) > 0),
      (number) => tally.span(number, first, cutsMs.length),
    );
    return readPage(toValuePage(breakdown, keys, ranked), keys, { tally, edgesMs, cutsMs });
  };
}

/**
 * Adds the counts of the worker group's other threads, whose keys have other numbers. @param own null = too many
 * @returns the keys of all. @throws PeerLost when a thread has too many: a thread that answers alone takes another way
 */
function collectKeyed(
  workers: WorkerGroup,
  own: Keys | null,
  tallies: SpanTally[],
): Pick<Keys, "limit" | "valuesOf"> | null {
  if (workers.size === 1) return own;
  const mine = own === null ? null : toPart(own, tallies);
  const all = workers.collect(mine);
  if (workers.rank > 0) return own;
  const [first, ...others] = all.filter((part) => part !== null);
  if (first === undefined || others.length < all.length - 1) throw new PeerLost();
  const { values } = first;
  const known = new Map(values.map((key, number) => [JSON.stringify(key), number]));
  for (const theirs of others) {
    for (const [from, key] of theirs.values.entries()) {
      const number = numberOf(known, values, key);
      for (const [index, tally] of tallies.entries()) tally.addSums(number, theirs.sums[index] ?? [], from);
    }
  }
  return { limit: () => values.length, valuesOf: (number) => values[number]! };
}

/** A thread's keys by their numbers, and its sums. */
function toPart(own: Keys, tallies: SpanTally[]): { values: GroupValue[][]; sums: Float64Array[][] } {
  const values = Array.from({ length: own.limit() }, (_, number) => own.valuesOf(number));
  return { values, sums: tallies.map((tally) => tally.sums() ?? []) };
}

function numberOf(known: Map<string, number>, values: GroupValue[][], key: GroupValue[]): number {
  const name = JSON.stringify(key);
  const number = known.get(name) ?? values.push(key) - 1;
  known.set(name, number);
  return number;
}

/** Counters of keys, and of the rows that hold a key. */
function openKeyed(counting: SpanCounting, cutsMs: number[], keys: Keys) {
  const tally = createSpanTally(counting, { edgesMs: cutsMs });
  const held = counting.by === "events" ? tally : createSpanTally({ by: "events" }, { edgesMs: cutsMs });
  const sizeBytes = () => keys.limit() * (cutsMs.length * 16 + KEY_BYTES);
  return { keys, tally, held, sizeBytes };
}

/** A key as a text in a list and in a map. */
const KEY_BYTES = 150;

function isSpanCounting(counting: Counting): counting is SpanCounting {
  return counting.by === "events" || counting.by === "numbers";
}

function isSame(a: Counting, b: Counting): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

interface Counted {
  tally: SpanTally;
  edgesMs: number[];
  cutsMs: number[];
}

function readPage(
  { names, page, lineOf, other }: ValuePage,
  keys: Pick<Keys, "limit" | "valuesOf">,
  { tally, edgesMs, cutsMs }: Counted,
): TrendLine[] {
  const cuts = [...edgesMs.map((ms) => placeOf(cutsMs, ms)), cutsMs.length];
  const dataOf = (numbers: number[]) =>
    edgesMs.map((_, bucket) =>
      numbers.reduce((sum, number) => sum + tally.span(number, cuts[bucket]!, cuts[bucket + 1]!), 0),
    );
  const isOther = (number: number) => (number < lineOf.length ? lineOf[number] === other : true);
  return names.map((key, line) => ({
    key,
    data: dataOf(
      line === other ? Array.from({ length: keys.limit() }, (_, number) => number).filter(isOther) : [page[line]!],
    ),
  }));
}
