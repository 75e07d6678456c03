import type {
  BreakdownPlan,
  Counting,
  GroupValue,
  LineKey,
  TrendAnswer,
  TrendLine,
  TrendPlan,
  TrendSeriesPlan,
  ValueSource,
} from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { bucketOf, instants } from "./buckets.ts";
import { list, literal } from "./literals.ts";
import { hasActor, openRows } from "./rows.ts";
import type { Rows } from "./rows.ts";
import { entityOf, tallyOf } from "./tally.ts";
import { unsupported } from "./unsupported.ts";
import { numberOf, numberLiteral } from "./value-test.ts";

/** Groups (a value and a bucket) that one query counts for a breakdown; with more, values are ranked first. */
const MAX_GROUPS = 20_000;

/** Smaller sums of whole numbers' sizes are exact in any order. */
const MOST_WHOLE = 2 ** 53;

/**
 * A query for each series. Values that are too many, or whose groups do not add up to their rank, are ranked by a query
 * before it.
 */
export async function trend(plan: TrendPlan, asking: Asking): Promise<TrendAnswer> {
  const series: TrendLine[][] = [];
  for (const one of plan.series) series.push(await answerSeries(plan, one, asking));
  return { series };
}

/** A series' lines, and SQL of the places of a row's lines among them. */
interface Lines {
  keys: LineKey[];
  /** A list of numbers. Null = each row is in the only line. */
  places: string | null;
}

async function answerSeries(plan: TrendPlan, one: TrendSeriesPlan, asking: Asking): Promise<TrendLine[]> {
  const { select, counting } = one;
  const { range, edgesMs } = plan;
  const counted = await countAllValues(plan, one, asking);
  if (counted !== null) return counted;
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const test = rows.selection(select);
  const { keys, places } = await toLines(plan, one, rows, asking);
  const lines = keys.map((key) => ({ key, data: edgesMs.map(() => 0) }));
  const put = async (sql: string) => {
    type Found = [line: number, bucket: number, value: number | string];
    for (const [line, bucket, value] of await asking.connection.rows<Found>(sql, asking)) {
      const data = lines[Number(line)]?.data;
      if (data !== undefined && bucket >= 0) data[bucket] = Number(value);
    }
  };
  const line = places === null ? "0" : `arrayJoin(${places})`;
  const inLines = (from: string) => `SELECT *, ${line} AS line FROM ${from} WHERE ${test}`;
  const reach = { fromMs: Math.max(range.fromMs, edgesMs[0] ?? range.fromMs), untilMs: range.untilMs };
  const bucket = bucketOf(edgesMs, "ms", reach);
  if (counting.by === "trailing_actors") {
    const { startsMs } = counting;
    const fromMs = Math.min(range.fromMs, ...startsMs);
    const from = inLines(rows.from({ fromMs, untilMs: range.untilMs }));
    await put(countTrailing(from, rows.actor({ by: "persons" }), { startsMs, edgesMs }));
  } else if (counting.by === "firsts") {
    const { key, isOne } = entityOf(counting.of, rows);
    await put(
      `SELECT line, bucket, toFloat64(count()) FROM (SELECT line, ${key} AS entity, min(${bucket}) AS bucket FROM (${inLines(rows.from(reach))}) WHERE ${isOne} GROUP BY line, entity) GROUP BY line, bucket`,
    );
  } else {
    const tally = tallyOf(counting, rows);
    const [own, before] = places === null ? ["0", ""] : ["line", "line, "];
    const from = places === null ? `${rows.from(reach)} WHERE ${test}` : `(${inLines(rows.from(reach))})`;
    await put(`SELECT ${own}, ${keyOf(edgesMs, reach)} AS bucket, ${tally} FROM ${from} GROUP BY ${before}bucket`);
  }
  return lines;
}

/**
 * A breakdown's lines from one query: all values by bucket, ranked here by the sum of their buckets.
 * @returns null if buckets do not add up, or there are too many groups or too great numbers
 */
async function countAllValues(
  plan: TrendPlan,
  { select, counting, breakdown, valueRange }: TrendSeriesPlan,
  asking: Asking,
): Promise<TrendLine[] | null> {
  const { range, edgesMs } = plan;
  if (
    breakdown?.by !== "values" ||
    breakdown.keys !== undefined ||
    range.fromMs !== valueRange.fromMs ||
    range.untilMs !== valueRange.untilMs
  )
    return null;
  if (!addsUp(counting) || !addsUp(breakdown.rankBy)) return null;
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const test = rows.selection(select);
  const values = breakdown.sources.map((source) => rows.value(source));
  const sizes = [counting, breakdown.rankBy].map((own) => tallyOf(own, rows));
  const weights = [counting, breakdown.rankBy].map((own) => sizeOfNumbers(own, rows));
  const found = await asking.connection.rows<[string[], number, number, number, number]>(
    `SELECT [${values.join(",")}], ${keyOf(edgesMs, range)} AS bucket, ${sizes.join(", ")}, ${weights.join(" + ")} FROM ${rows.from(range)} WHERE ${test} GROUP BY ${values.join(", ")}, bucket SETTINGS max_rows_to_group_by = ${MAX_GROUPS}, group_by_overflow_mode = 'break'`,
    asking,
  );
  const weight = found.reduce((all, row) => all + Number(row[4]), 0);
  if (found.length > MAX_GROUPS || weight >= MOST_WHOLE) return null;
  const totals = new Map<string, { texts: string[]; size: number; data: number[] }>();
  for (const [texts, bucket, value, size] of found) {
    const name = JSON.stringify(texts);
    const total = totals.get(name) ?? { texts, size: 0, data: edgesMs.map(() => 0) };
    totals.set(name, total);
    total.size += Number(size);
    if (bucket >= 0) total.data[bucket] = Number(value);
  }
  const ranked = inOrderOfRank([...totals.values()], breakdown.sources);
  const { offset, limit, sources, hasRest } = breakdown;
  const lines = ranked
    .slice(offset, offset + limit)
    .map(({ texts, data }): TrendLine => ({ key: { type: "values", values: toValues(sources, texts) }, data }));
  const others = ranked.slice(offset + limit);
  if (!hasRest || others.length === 0) return lines;
  const data = edgesMs.map((_, bucket) => others.reduce((all, other) => all + (other.data[bucket] ?? 0), 0));
  return [...lines, { key: { type: "rest" }, data }];
}

/** A row's bucket as a key of groups: ClickHouse counts 16-bit numbers without a look-up. */
function keyOf(edgesMs: readonly number[], range: { fromMs: number; untilMs: number }): string {
  const bucket = bucketOf(edgesMs, "ms", range);
  return edgesMs.length < 2 ** 15 ? `toInt16(${bucket})` : bucket;
}

/** Is the count of several groups the sum of their counts? */
function addsUp(counting: Counting): boolean {
  return counting.by === "events" || (counting.by === "numbers" && counting.aggregate.name === "sum");
}

/** The sum of the counted numbers' sizes. */
function sizeOfNumbers(counting: Counting, rows: Rows): string {
  return counting.by === "numbers" ? `ifNull(sum(abs(${rows.number(counting.key)})), toFloat64(0))` : "0";
}

/**
 * The actors in each bucket's window. Events between two neighbouring bounds are in the windows of the same successive
 * buckets: the actors of each such stretch are a bitmap, and those of a bucket the union of some.
 */
function countTrailing(
  from: string,
  actor: string,
  { startsMs, edgesMs }: { startsMs: readonly number[]; edgesMs: readonly number[] },
): string {
  if (startsMs.some((ms, bucket) => ms < (startsMs[bucket - 1] ?? ms)))
    unsupported("windows that begin in another order");
  const boundsMs = [...new Set([...startsMs, ...edgesMs])].toSorted((a, b) => a - b);
  const own = `${instants(countUpTo(boundsMs, edgesMs.slice(1)))}[place + 1]`;
  const end = `${instants(countUpTo(boundsMs, startsMs))}[place + 1]`;
  const stretches = `SELECT line, ${bucketOf(boundsMs)} AS place, groupBitmapState(${actor}) AS actors FROM (${from}) WHERE ${hasActor({ by: "persons" }, actor)} GROUP BY line, place`;
  const windows = `SELECT line, actors, arrayJoin(range(${own}, ${end})) AS bucket FROM (${stretches}) WHERE place >= 0`;
  return `SELECT line, bucket, toFloat64(groupBitmapMerge(actors)) FROM (${windows}) WHERE bucket < ${startsMs.length} GROUP BY line, bucket`;
}

/** How many instants are at or before each bound; both in order. */
function countUpTo(boundsMs: readonly number[], instantsMs: readonly number[]): number[] {
  let count = 0;
  return boundsMs.map((bound) => {
    while ((instantsMs[count] ?? Infinity) <= bound) count++;
    return count;
  });
}

async function toLines(
  plan: TrendPlan,
  { select, breakdown, valueRange }: TrendSeriesPlan,
  rows: Rows,
  asking: Asking,
): Promise<Lines> {
  if (breakdown === null) return { keys: [{ type: "whole" }], places: null };
  switch (breakdown.by) {
    case "cohorts": {
      const tests = breakdown.ids.map((id, place) => `if(${id === null ? "1" : rows.cohort(id)}, ${place}, -1)`);
      return { keys: breakdown.ids.map((id) => ({ type: "cohort", id })), places: chosen(tests) };
    }
    case "bins": {
      const number = numberOf(rows.value(breakdown.source));
      const tests = breakdown.bins.map(
        ({ low, high }, place) =>
          `if(ifNull(${number} >= ${numberLiteral(low)} AND ${number} < ${numberLiteral(high)}, 0), ${place}, -1)`,
      );
      return { keys: breakdown.bins.map((bin) => ({ type: "bin", bin })), places: chosen(tests) };
    }
    case "values": {
      const { first, earlier, hasMore } = await rank({ ...plan, valueRange }, { select, breakdown }, asking);
      const key = `[${breakdown.sources.map((source) => rows.value(source)).join(",")}]`;
      const known = [...first, ...earlier].map((values) => `[${values.map(literal).join(",")}]`);
      const rest = breakdown.hasRest && hasMore ? first.length : -1;
      const own = [...first.map((_, place) => place), ...earlier.map(() => -1)];
      const place =
        known.length === 0
          ? `toInt64(${rest})`
          : `transform(indexOf([${known.join(",")}], ${key}), ${indexes(own)}, ${toPlaces(own)}, toInt64(${rest}))`;
      const keys: LineKey[] = first.map((values) => ({ type: "values", values: toValues(breakdown.sources, values) }));
      return { keys: rest < 0 ? keys : [...keys, { type: "rest" }], places: `arrayFilter(p -> p >= 0, [${place}])` };
    }
  }
}

function chosen(tests: string[]): string {
  return `arrayFilter(p -> p >= 0, CAST([${tests.join(",")}], 'Array(Int64)'))`;
}

function indexes(own: readonly number[]): string {
  return `CAST([${list(own.map((_, index) => index + 1))}], 'Array(UInt64)')`;
}

function toPlaces(own: readonly number[]): string {
  return `CAST([${list(own)}], 'Array(Int64)')`;
}

/** Values from SQL's texts; lengths are numbers in answers. */
export function toValues(sources: readonly ValueSource[], texts: readonly string[]): GroupValue[] {
  return texts.map((text, index) => (sources[index]?.as === "length" && text !== "" ? Number(text) : text));
}

/** The values of the highest rank. */
interface Ranked {
  /** Values with their own lines. */
  first: string[][];
  /** Values of the ranks before. */
  earlier: string[][];
  /** Are there values of later ranks? */
  hasMore: boolean;
}

/** Ranks values. ClickHouse gives all that tie with the last; hoglet's order of texts decides between them. */
export async function rank(
  { projectId, cohorts, valueRange }: Pick<TrendPlan, "projectId" | "cohorts"> & Pick<TrendSeriesPlan, "valueRange">,
  { select, breakdown }: { select: TrendSeriesPlan["select"]; breakdown: Extract<BreakdownPlan, { by: "values" }> },
  asking: Asking,
): Promise<Ranked> {
  const { sources, limit, offset, rankBy, keys } = breakdown;
  if (keys !== undefined) return { first: keys.map((key) => key.map(String)), earlier: [], hasMore: true };
  const rows = openRows(asking.connection, projectId, cohorts);
  const test = rows.selection(select);
  const values = sources.map((source) => rows.value(source)).join(",");
  const size = tallyOf(rankBy, rows);
  const wanted = offset + limit;
  const found = await asking.connection.rows<[string[], number | string]>(
    `SELECT [${values}], ${size} AS size FROM ${rows.from(valueRange)} WHERE ${test} GROUP BY ${values} ORDER BY size DESC LIMIT ${wanted + 1} WITH TIES`,
    asking,
  );
  const sized = found.map(([texts, own]) => ({ texts, size: Number(own) }));
  const ranked = inOrderOfRank(sized, sources).map(({ texts }) => texts);
  return { first: ranked.slice(offset, wanted), earlier: ranked.slice(0, offset), hasMore: ranked.length > wanted };
}

/** The greatest first; hoglet's order of values decides between equal ones. */
function inOrderOfRank<T extends { texts: string[]; size: number }>(found: T[], sources: readonly ValueSource[]): T[] {
  return found
    .map((own) => ({ own, values: toValues(sources, own.texts) }))
    .toSorted((a, b) => b.own.size - a.own.size || descending(a.values, b.values))
    .map(({ own }) => own);
}

/** The greater key first; beside numbers a missing number is a text, and last. */
function descending(a: readonly GroupValue[], b: readonly GroupValue[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? "";
    if (left === right) continue;
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return left > right ? -1 : 1;
  }
  return 0;
}
