import type { ActorPage, LifecycleActorsPlan, LifecycleAnswer, LifecyclePlan } from "../../../lib/engine.ts";
import { readActorPage } from "./actor-page.ts";
import type { Asking } from "./asking.ts";
import { bitsType, groupBits, MAX_BITS, placesOf } from "./bits.ts";
import { bucketOf } from "./buckets.ts";
import { hasActor, openRows } from "./rows.ts";
import { unsupported } from "./unsupported.ts";

/** An actor's statuses in its periods, over `made` and `periods`. */
const STATUSES = `arrayConcat(
    arrayMap(p -> (p, multiIf(p = made, 'new', has(periods, p - 1), 'returning', 'resurrecting')), periods),
    arrayMap(p -> (p + 1, 'dormant'), arrayFilter(p -> NOT has(periods, p + 1), periods)))`;

/** Counts a status for each active period of each actor. */
export async function lifecycle(plan: LifecyclePlan, asking: Asking): Promise<LifecycleAnswer> {
  const { edgesMs } = plan;
  const sql = hasBits(plan) ? countByBits(plan, asking) : countByLists(plan, asking);
  const found = await asking.connection.rows<[keyof LifecycleAnswer, number, number]>(sql, asking);
  const zeros = () => Array.from({ length: edgesMs.length - 1 }, () => 0);
  const answer: LifecycleAnswer = { new: zeros(), returning: zeros(), resurrecting: zeros(), dormant: zeros() };
  // Period 0 is the look-back.
  for (const [status, period, count] of found) {
    const place = Number(period) - 1;
    if (place >= 0 && place < edgesMs.length - 1) answer[status][place] = Number(count);
  }
  return answer;
}

function countByLists(plan: LifecyclePlan, asking: Asking): string {
  return `SELECT status.2, status.1, count() FROM (SELECT arrayJoin(${STATUSES}) AS status FROM (${activityOf(plan, asking)})) GROUP BY status`;
}

/** Do the periods, and one more, fit a number's bits, with no events before them? */
function hasBits({ edgesMs, range, actors = { by: "persons" } }: LifecyclePlan): boolean {
  return actors.by === "persons" && edgesMs.length < MAX_BITS && (edgesMs[0] ?? Infinity) <= range.fromMs;
}

/**
 * Counts with a bit for each period. Persons are joined to actors, which are fewer than events; actors with equal bits
 * made in the same period are counted together.
 */
function countByBits(plan: LifecyclePlan, asking: Asking): string {
  const { projectId, range, edgesMs } = plan;
  const { connection } = asking;
  const persons = { by: "persons" } as const;
  const rows = openRows(connection, projectId, plan.cohorts);
  const test = rows.selection(plan.select);
  const actor = rows.actor(persons);
  const count = edgesMs.length + 1;
  const type = bitsType(count);
  const active = `SELECT ${actor} AS key, ${groupBits(bucketOf(edgesMs, "ms", range), count)} AS periods FROM ${rows.from(range)} WHERE ${test} AND ${hasActor(persons, actor)} GROUP BY key`;
  const created = `SELECT id AS key, created, 1 AS has_person FROM ${connection.table("persons")} FINAL WHERE project_id = ${projectId}`;
  const period = `if(has_person = 1 AND created < ${range.untilMs}, ${bucketOf(edgesMs, "created")}, toInt64(-1))`;
  const made = `if(${period} < 0, to${type}(0), bitShiftLeft(to${type}(1), toUInt8(greatest(${period}, 0))))`;
  const alike = `SELECT periods, ${made} AS made, count() AS own FROM (${active}) AS a LEFT ANY JOIN (${created}) AS p USING (key) GROUP BY periods, made`;
  const after = "bitShiftLeft(periods, 1)";
  const statuses = {
    new: "bitAnd(periods, made)",
    returning: `bitAnd(bitAnd(periods, ${after}), bitNot(made))`,
    resurrecting: `bitAnd(bitAnd(periods, bitNot(${after})), bitNot(made))`,
    dormant: `bitAnd(${after}, bitNot(periods))`,
  };
  const lists = Object.entries(statuses).map(
    ([status, bits]) => `arrayMap(p -> ('${status}', p), ${placesOf(bits, count)})`,
  );
  return `SELECT status.1, status.2, sum(own) FROM (SELECT arrayJoin(arrayConcat(${lists.join(", ")})) AS status, own FROM (${alike})) GROUP BY status`;
}

/** Actors with a status in the period after the look-back. */
export async function lifecycleActors(
  { plan, status, page, cohorts }: LifecycleActorsPlan,
  asking: Asking,
): Promise<ActorPage> {
  const active = activityOf({ ...plan, ...(cohorts !== undefined && { cohorts }) }, asking);
  const sql = `SELECT key FROM (${active}) WHERE has(${STATUSES}, (toInt64(1), '${status}'))`;
  return (await readActorPage({ sql, actors: { by: "persons" }, order: "keys", page }, asking)).page;
}

/** Each actor's active periods, and the period that it was made in; −1 = in none. */
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
