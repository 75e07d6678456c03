import type { Counting, DateRange, TrendLine, TrendPlan, TrendSeriesPlan } from "../insights/index.ts";
import { placeOf } from "./each-bucket.ts";
import { compileKeys } from "./group-values.ts";
import type { Keys } from "./group-values.ts";
import { toValuePage } from "./lines.ts";
import type { ValuePage } from "./lines.ts";
import type { Question } from "./question.ts";
import { sortKeys, toKeyed } from "./rank.ts";
import type { Piece } from "./scan.ts";
import { createSpanTally } from "./tally.ts";
import type { SpanCounting, SpanTally } from "./tally.ts";

/** Counters for all keys and buckets together: 8 or 16 bytes each. */
const MAX_COUNTERS = 1_000_000;

/**
 * The lines of a breakdown by values in one pass: all keys are counted, and the page is taken afterwards. That takes a
 * ranking by what is counted, and a counting whose buckets can be put together.
 * @returns null = another way must be taken; the function may find so too, when there are too many keys
 */
export function compileRankedLines(
  question: Question,
  { range, valueRange, edgesMs }: TrendPlan,
  { counting, breakdown }: TrendSeriesPlan,
  piecesOf: (range: DateRange) => Iterable<Piece>,
): (() => TrendLine[] | null) | null {
  const isRanked = breakdown?.by === "values" && isSame(breakdown.rankBy, counting);
  const isInside = valueRange.fromMs >= range.fromMs && valueRange.untilMs === range.untilMs;
  if (!isRanked || !isInside || !isSpanCounting(counting) || valueRange.fromMs < (edgesMs[0] ?? Infinity)) return null;
  // What is left over is one number only where keys can be added up.
  if (breakdown.hasRest && counting.by !== "events") return null;
  const keys = compileKeys(breakdown.sources, question);
  // Rows before the values' range are counted and not ranked.
  const cutsMs = [...new Set([...edgesMs, valueRange.fromMs])].toSorted((a, b) => a - b);
  return () => {
    const tally = createSpanTally(counting, { edgesMs: cutsMs });
    const held = counting.by === "events" ? tally : createSpanTally({ by: "events" }, { edgesMs: cutsMs });
    for (const piece of piecesOf(range)) {
      for (const own of held === tally ? [tally] : [tally, held]) addKeyed(own, piece, keys);
      if (keys.limit() * cutsMs.length > MAX_COUNTERS) return null;
    }
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

/** Codes that are counted first, for each stretch of rows in a bucket, and only then keys. */
const MAX_CODES = 1024;

function addKeyed(tally: SpanTally, piece: Piece, keys: Keys): void {
  const coded = tally.addCoded === undefined ? undefined : keys.coded?.(piece.segment);
  if (coded === undefined || coded.table.length > MAX_CODES) tally.add(toKeyed(piece, keys));
  else tally.addCoded?.(piece, { ...coded, lineLimit: keys.limit() });
}

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
  keys: Keys,
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
