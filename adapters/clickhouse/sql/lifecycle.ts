import type { ActorPage, LifecycleActorsPlan, LifecycleAnswer, LifecyclePlan } from "../../../lib/engine.ts";
import { readActorPage } from "./actor-page.ts";
import type { Asking } from "./asking.ts";
import { bucketOf } from "./buckets.ts";
import { hasActor, openRows } from "./rows.ts";
import { unsupported } from "./unsupported.ts";

/** The statuses of an actor in its periods, as SQL over `made` and `periods`. */
const STATUSES = `arrayConcat(
    arrayMap(p -> (p, multiIf(p = made, 'new', has(periods, p - 1), 'returning', 'resurrecting')), periods),
    arrayMap(p -> (p + 1, 'dormant'), arrayFilter(p -> NOT has(periods, p + 1), periods)))`;

/** Answers a lifecycle: the active periods of each actor, a status for each, and their counts. */
export async function lifecycle(plan: LifecyclePlan, asking: Asking): Promise<LifecycleAnswer> {
  const { edgesMs } = plan;
  const found = await asking.connection.rows<[keyof LifecycleAnswer, number, number]>(
    `SELECT status.2, status.1, count() FROM (SELECT arrayJoin(${STATUSES}) AS status FROM (${activityOf(plan, asking)})) GROUP BY status`,
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

/** The actors with a status in the period after the look-back. */
export async function lifecycleActors(
  { plan, status, page, cohorts }: LifecycleActorsPlan,
  asking: Asking,
): Promise<ActorPage> {
  const active = activityOf({ ...plan, ...(cohorts !== undefined && { cohorts }) }, asking);
  const sql = `SELECT key FROM (${active}) WHERE has(${STATUSES}, (toInt64(1), '${status}'))`;
  return (await readActorPage({ sql, actors: { by: "persons" }, order: "keys", page }, asking)).page;
}

/** The periods in which each actor is active, and that in which it was made; −1 = in none. */
function activityOf(plan: LifecyclePlan, asking: Asking): string {
  const { range, edgesMs, actors = { by: "persons" as const } } = plan;
  if (actors.by === "groups") unsupported("lifecycle of groups");
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const test = rows.selection(plan.select);
  const actor = rows.actor(actors);
  const { ms, has } = rows.created();
  const created = `if(max(${has}) = 1 AND any(${ms}) < ${range.untilMs}, ${bucketOf(edgesMs, `any(${ms})`)}, toInt64(-1))`;
  return `SELECT ${actor} AS key, ${created} AS made, groupUniqArray(${bucketOf(edgesMs)}) AS periods FROM ${rows.from(range)} WHERE ${test} AND ${hasActor(actors, actor)} GROUP BY key`;
}
