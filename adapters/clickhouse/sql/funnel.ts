import type { FunnelAnswer, FunnelLine, FunnelPlan, LineKey } from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { FunnelTally } from "./funnel-tally.ts";
import type { StepTime } from "./funnel-tally.ts";
import { literal } from "./literals.ts";
import { hasActor, openRows } from "./rows.ts";
import type { Rows } from "./rows.ts";
import { rank, toValues } from "./trend.ts";
import { unsupported } from "./unsupported.ts";

/** A time that never comes, in ms; a window after it is still a safe number. */
const NEVER = 9_000_000_000_000_000;

/** Steps whose marks fit a number of ClickHouse. */
const MAX_STEPS = 63;

/**
 * Answers an ordered funnel. The rows of an actor become lists in the order of time. From the last step to the second, each row gets the
 * times of the chain that begins at it or after it (`chainsOf`): a few passes over the list, however long it is. The rows of the first
 * step then are attempts, and the best of these count. Their seconds leave ClickHouse as whole sums, so that means have
 * all of their digits.
 */
export async function funnel(plan: FunnelPlan, asking: Asking): Promise<FunnelAnswer> {
  const { steps, window, actors } = plan;
  if (plan.order !== "ordered") unsupported(`${plan.order} funnels`);
  if (plan.exclusions.length > 0) unsupported("exclusions");
  if (window.by !== "length") unsupported("windows of calendar months");
  if (steps.length > MAX_STEPS) unsupported("many steps");
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const marks = steps.map(({ select }, step) => `bitShiftLeft(toUInt64(${rows.selection(select)}), ${step})`);
  const actor = rows.actor(actors);
  const { keys, key, line } = await toLines(plan, rows, asking);
  const marked = `SELECT ${actor} AS actor_key, ms, seq, ${key} AS line_key, ${marks.reduce((all, mark) => `bitOr(${all}, ${mark})`)} AS marks FROM ${rows.from(plan.range)} WHERE marks != 0 AND ${hasActor(actors, actor)}`;
  const lists = `SELECT ${line} AS line, arraySort(groupArray((ms, marks))) AS list FROM (${marked}) GROUP BY actor_key HAVING bitTest(groupBitOr(marks), 0)`;
  const found = await asking.connection.rows<[number, number, StepTime[], number]>(
    `SELECT line, best, ${secondsOf(steps.length, window.ms)} AS seconds, count() FROM (${bestOf(lists, plan, window.ms)}) GROUP BY line, best, seconds`,
    asking,
  );
  const tallies = new Map<number, FunnelTally>(plan.breakdown === null ? [[0, new FunnelTally(steps.length)]] : []);
  for (const [place, best, seconds, count] of found) {
    const tally = tallies.get(Number(place)) ?? new FunnelTally(steps.length);
    tallies.set(Number(place), tally);
    tally.add(Number(best), seconds, Number(count));
  }
  return { lines: [...tallies].map(([place, tally]): FunnelLine => tally.toLine(keys[place] ?? { type: "rest" })) };
}

interface Lines {
  keys: LineKey[];
  /** SQL of a row's key. */
  key: string;
  /** SQL of the place of an actor's line among the keys, over its rows; beyond them = the rest. */
  line: string;
}

async function toLines(plan: FunnelPlan, rows: Rows, asking: Asking): Promise<Lines> {
  const { breakdown, range } = plan;
  if (breakdown === null) return { keys: [{ type: "whole" }], key: "0", line: "0" };
  if (breakdown.by !== "values") unsupported("lines of cohorts");
  const { sources, attribution, ranked: select, limit } = breakdown;
  if (attribution.by !== "first" && attribution.by !== "last") unsupported(`attribution by ${attribution.by}`);
  const named = await rank(
    { projectId: plan.projectId, cohorts: plan.cohorts ?? [], valueRange: range },
    { select, breakdown: { by: "values", sources, limit, offset: 0, rankBy: { by: "events" }, hasRest: true } },
    asking,
  );
  const values = named.first;
  const isFull = "arrayExists(value -> value != '', line_key)";
  const chosen =
    attribution.by === "first"
      ? `argMin(line_key, (${attribution.skipsEmpty ? `NOT ${isFull}` : "0"}, ms, seq))`
      : `argMax(line_key, (${attribution.skipsEmpty ? isFull : "0"}, ms, seq))`;
  const known = values.map((texts) => `[${texts.map(literal).join(",")}]`).join(",");
  return {
    keys: values.map((texts) => ({ type: "values", values: toValues(sources, texts) })),
    key: `[${sources.map((source) => rows.value(source)).join(",")}]`,
    line:
      values.length === 0
        ? "0"
        : `toInt64(transform(indexOf([${known}], ${chosen}), [toUInt64(0)], [toUInt64(${values.length + 1})])) - 1`,
  };
}

/** The best attempts of each actor: lists of the times of their steps. */
function bestOf(lists: string, plan: FunnelPlan, windowMs: number): string {
  const { chained, attempt } = chainsOf(lists, plan);
  const attempts = `SELECT line, arrayFilter((attempt, mark) -> bitTest(mark, 0), ${attempt}, marks) AS attempts FROM (${chained})`;
  const isIn = (step: number) => `attempt.${step + 1} <= attempt.1 + ${windowMs}`;
  const reached = plan.steps.reduceRight(
    (rest, _, step) => (step === 0 ? `1 + ${rest}` : `if(${isIn(step)}, 1 + ${rest}, 0)`),
    "0",
  );
  const furthest = `SELECT line, attempts, arrayMap(attempt -> toUInt8(${reached}), attempts) AS furthest FROM (${attempts})`;
  return `SELECT line, arrayMax(furthest) AS best, arrayFilter((attempt, own) -> own = best, attempts, furthest) AS attempts FROM (${furthest})`;
}

/**
 * The chains of each row, from the last step to the second: the times of the steps from there on, of the first row that is that step, at the
 * row's own moment or later; of a repeat only later. Rows of one moment are one.
 */
function chainsOf(lists: string, { steps }: FunnelPlan): { chained: string; attempt: string } {
  const { length } = steps;
  const isFirst = "arrayMap((ms, before) -> ms != before, times, arrayPushFront(arrayPopBack(times), times[1] - 1))";
  const isLast = "arrayMap((ms, after) -> ms != after, times, arrayPushBack(arrayPopFront(times), times[-1] + 1))";
  let sql = `SELECT line, times, marks, ${isFirst} AS is_first, ${isLast} AS is_last FROM (SELECT line, list.1 AS times, list.2 AS marks FROM (${lists}))`;
  for (let step = length - 1; step > 0; step--) {
    const never = `tuple(${Array.from({ length: length - step }, () => `toInt64(${NEVER})`).join(", ")})`;
    const later = Array.from({ length: length - step - 1 }, (_, place) => `, chain.${place + 1}`).join("");
    const [lambda, inputs] =
      step === length - 1 ? ["ms, mark", "times, marks"] : ["ms, mark, chain", "times, marks, chain"];
    const own = `arrayMap((${lambda}) -> if(bitTest(mark, ${step}), tuple(ms${later}), ${never}), ${inputs})`;
    const onward = `arrayReverseFill(chain -> chain.1 != ${NEVER}, ${own})`;
    const chain = steps[step]?.isRepeat
      ? `arrayReverseFill((chain, last) -> last, arrayPushBack(arrayPopFront(${onward}), ${never}), is_last)`
      : `arrayFill((chain, first) -> first, ${onward}, is_first)`;
    sql = `SELECT line, times, marks, is_first, is_last, ${chain} AS chain FROM (${sql})`;
  }
  const places = Array.from({ length: length - 1 }, (_, place) => `, chain.${place + 1}`).join("");
  const attempt =
    length === 1 ? "arrayMap(ms -> tuple(ms), times)" : `arrayMap((ms, chain) -> tuple(ms${places}), times, chain)`;
  return { chained: sql, attempt };
}

/** The seconds to each step but the first: sum, number and median over an actor's best attempts. */
function secondsOf(length: number, windowMs: number): string {
  const steps = Array.from({ length: length - 1 }, (_, index) => {
    const [before, own] = [index + 1, index + 2];
    const isThere = `attempt.${own} < ${NEVER} AND attempt.${own} <= attempt.${before} + ${windowMs}`;
    const list = `arraySort(arrayMap(attempt -> ${secondOf(own)} - ${secondOf(before)}, arrayFilter(attempt -> ${isThere}, attempts)))`;
    return `arrayMap(list -> (arraySum(list), length(list), if(empty(list), 0, (list[intDiv(length(list) + 1, 2)] + list[intDiv(length(list), 2) + 1]) / 2)), [${list}])[1]`;
  });
  return steps.length === 0 ? "CAST([], 'Array(Tuple(Int64, UInt64, Float64))')" : `[${steps.join(", ")}]`;
}

/** The whole second of a step of an attempt, rounded down before 1970 too. */
function secondOf(place: number): string {
  return `toInt64(floor(attempt.${place} / 1000))`;
}
