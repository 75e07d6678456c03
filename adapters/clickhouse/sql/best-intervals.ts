import type { ActorsFunnelPlan, Cohort } from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { hasActor, openRows } from "./rows.ts";
import { unsupported } from "./unsupported.ts";

/** A time that never comes, in ms: plus a window it is still a safe number. */
const NEVER = 9_000_000_000_000_000;

/** Steps whose marks fit a number of ClickHouse. */
const MAX_STEPS = 63;

/**
 * Each actor of an ordered funnel with its best attempt: `actor_key`, the reached step (`best`, from 1), and its
 * interval (`from_ms`, `until_ms`, see `FunnelActorList`).
 *
 * An actor's rows become lists in order of time. From the last step to the second, each row gets the times of the chain
 * that begins at or after it: a few passes over the list, however long it is. Rows of the first step are attempts; the
 * best is the first of those that got furthest. Rows of one moment share a chain, so that none of equal start ends
 * earlier.
 */
export function bestIntervals(plan: ActorsFunnelPlan, cohorts: readonly Cohort[], asking: Asking): string {
  const { steps, window, actors } = plan;
  const { length } = steps;
  if (plan.order !== "ordered") unsupported(`${plan.order} funnels`);
  if (plan.exclusions.length > 0) unsupported("exclusions");
  if (plan.breakdown !== null) unsupported("lines");
  if (window.by !== "length") unsupported("windows of calendar months");
  if (length > MAX_STEPS) unsupported("many steps");
  const rows = openRows(asking.connection, plan.projectId, cohorts);
  const marks = steps.map(({ select }, step) => `bitShiftLeft(toUInt64(${rows.selection(select)}), ${step})`);
  const actor = rows.actor(actors);
  const marked = `SELECT ${actor} AS actor_key, ms, ${marks.reduce((all, mark) => `bitOr(${all}, ${mark})`)} AS marks FROM ${rows.from(plan.range)} WHERE marks != 0 AND ${hasActor(actors, actor)}`;
  const lists = `SELECT actor_key, arraySort(groupArray((ms, marks))) AS list FROM (${marked}) GROUP BY actor_key HAVING bitTest(groupBitOr(marks), 0)`;
  const { chained, attempt } = chainsOf(lists, plan);
  const attempts = `SELECT actor_key, arrayFilter((attempt, mark) -> bitTest(mark, 0), ${attempt}, marks) AS attempts FROM (${chained})`;
  const isIn = (step: number) => `attempt.${step + 1} <= attempt.1 + ${window.ms}`;
  const reached = steps.reduceRight(
    (rest, _, step) => (step === 0 ? `1 + ${rest}` : `if(${isIn(step)}, 1 + ${rest}, 0)`),
    "0",
  );
  const furthest = `SELECT actor_key, attempts, arrayMap(attempt -> toUInt8(${reached}), attempts) AS furthest FROM (${attempts})`;
  const best = `SELECT actor_key, arrayMax(furthest) AS best, attempts[indexOf(furthest, best)] AS attempt FROM (${furthest})`;
  return `SELECT actor_key, best, attempt.1 AS from_ms, if(best = ${length}, attempt.${length}, attempt.1 + ${window.ms}) AS until_ms FROM (${best})`;
}

/**
 * Each row's chains, from the last step to the second: the times of the steps from the first row that is that step, at
 * the row's own moment or later; for a repeat only later. Rows of one moment are one.
 */
function chainsOf(lists: string, { steps }: ActorsFunnelPlan): { chained: string; attempt: string } {
  const { length } = steps;
  const isFirst = "arrayMap((ms, before) -> ms != before, times, arrayPushFront(arrayPopBack(times), times[1] - 1))";
  const isLast = "arrayMap((ms, after) -> ms != after, times, arrayPushBack(arrayPopFront(times), times[-1] + 1))";
  let sql = `SELECT actor_key, times, marks, ${isFirst} AS is_first, ${isLast} AS is_last FROM (SELECT actor_key, list.1 AS times, list.2 AS marks FROM (${lists}))`;
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
    sql = `SELECT actor_key, times, marks, is_first, is_last, ${chain} AS chain FROM (${sql})`;
  }
  const places = Array.from({ length: length - 1 }, (_, place) => `, chain.${place + 1}`).join("");
  const attempt =
    length === 1 ? "arrayMap(ms -> tuple(ms), times)" : `arrayMap((ms, chain) -> tuple(ms${places}), times, chain)`;
  return { chained: sql, attempt };
}
