import type { RetentionAnswer, RetentionPlan, RetentionRow } from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { bucketOf } from "./buckets.ts";
import { hasActor, openRows } from "./rows.ts";
import { toValues } from "./trend.ts";
import { unsupported } from "./unsupported.ts";

/** Answers a retention: the targets and the returns of each actor, its cells in each row, and how many actors are in each cell. */
export async function retention(plan: RetentionPlan, asking: Asking): Promise<RetentionAnswer> {
  const { range, firstTime, breakdown, actors, rowEdgesMs, periodEdgesMs } = plan;
  if (plan.returns !== undefined) unsupported("retention by windows");
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const target = rows.selection(plan.target);
  const returning = rows.selection(plan.returning);
  const actor = rows.actor(actors);
  const place = bucketOf(rowEdgesMs);
  const key =
    breakdown === null ? `[toString(${place})]` : `[${breakdown.map((source) => rows.value(source)).join(",")}]`;
  const isInRow = breakdown === null ? `${place} >= 0 AND ${place} < ${rowEdgesMs.length - 1}` : "1";
  const period = bucketOf(periodEdgesMs);
  const stretch = firstTime ?? range;
  const isIn = `(ms >= ${stretch.fromMs} AND ms < ${stretch.untilMs} AND ${isInRow})`;
  const targets =
    firstTime === null
      ? `groupUniqArrayIf((${key}, ${period}), ${target} AND ${isIn})`
      : `if(countIf(${target}) > 0 AND argMinIf(${isIn}, (ms, seq), ${target}), [argMinIf((${key}, ${period}), (ms, seq), ${target})], CAST([], 'Array(Tuple(Array(String), Int64))'))`;
  const returns = `groupUniqArrayIf(${period}, ${returning} AND ms >= ${range.fromMs} AND ms < ${range.untilMs})`;
  const reach = {
    fromMs: firstTime === null ? range.fromMs : Number.MIN_SAFE_INTEGER,
    untilMs: Math.max(range.untilMs, firstTime?.untilMs ?? 0),
  };
  const activity = `SELECT ${actor} AS actor_key, ${targets} AS targets, ${returns} AS returns FROM ${rows.from(reach)} WHERE ${hasActor(actors, actor)} GROUP BY actor_key`;
  const own = `SELECT targets, returns, arrayJoin(arrayDistinct(arrayMap(t -> t.1, targets))) AS row_key FROM (${activity}) WHERE notEmpty(targets)`;
  const cells = `arrayDistinct(arrayConcat([toInt64(0)], arrayFlatten(arrayMap(t -> arrayMap(r -> r - t.2, arrayFilter(r -> r > t.2, returns)), arrayFilter(t -> t.1 = row_key, targets)))))`;
  const found = await asking.connection.rows<[string[], number, number]>(
    `SELECT row_key, cell, count() FROM (SELECT row_key, arrayJoin(${cells}) AS cell FROM (${own})) GROUP BY row_key, cell`,
    asking,
  );
  const answer = new Map<string, RetentionRow>();
  for (const [texts, cell, count] of found) {
    const name = JSON.stringify(texts);
    const rowKey = breakdown === null ? Number(texts[0]) : toValues(breakdown, texts);
    const length = typeof rowKey === "number" ? plan.cells - rowKey : plan.cells;
    const row = answer.get(name) ?? { key: rowKey, counts: Array.from({ length }, () => 0) };
    answer.set(name, row);
    if (cell < length) row.counts[cell] = Number(count);
  }
  return { rows: [...answer.values()] };
}
