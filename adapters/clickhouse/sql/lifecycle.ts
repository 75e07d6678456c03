import type { LifecycleAnswer, LifecyclePlan } from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { bucketOf } from "./buckets.ts";
import { hasActor, openRows } from "./rows.ts";
import { unsupported } from "./unsupported.ts";

/** Answers a lifecycle: the active periods of each actor, a status for each, and their counts. */
export async function lifecycle(plan: LifecyclePlan, asking: Asking): Promise<LifecycleAnswer> {
  const { range, edgesMs, actors = { by: "persons" as const } } = plan;
  if (actors.by === "groups") unsupported("lifecycle of groups");
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const test = rows.selection(plan.select);
  const actor = rows.actor(actors);
  const { ms, has } = rows.created();
  const created = `if(max(${has}) = 1 AND any(${ms}) < ${range.untilMs}, ${bucketOf(edgesMs, `any(${ms})`)}, toInt64(-1))`;
  const statuses = `arrayConcat(
    arrayMap(p -> (p, multiIf(p = made, 'new', has(periods, p - 1), 'returning', 'resurrecting')), periods),
    arrayMap(p -> (p + 1, 'dormant'), arrayFilter(p -> NOT has(periods, p + 1), periods)))`;
  const active = `SELECT ${actor} AS key, ${created} AS made, groupUniqArray(${bucketOf(edgesMs)}) AS periods FROM ${rows.from(range)} WHERE ${test} AND ${hasActor(actors, actor)} GROUP BY key`;
  const found = await asking.connection.rows<[keyof LifecycleAnswer, number, number]>(
    `SELECT status.2, status.1, count() FROM (SELECT arrayJoin(${statuses}) AS status FROM (${active})) GROUP BY status`,
    asking,
  );
  const zeros = () => Array.from({ length: edgesMs.length - 1 }, () => 0);
  const answer: LifecycleAnswer = { new: zeros(), returning: zeros(), resurrecting: zeros(), dormant: zeros() };
  // Period 0 is the look-back.
  for (const [status, period, count] of found) {
    const place = Number(period) - 1;
    if (place >= 0 && place < edgesMs.length - 1) answer[status][place] = Number(count);
  }
  return answer;
}
