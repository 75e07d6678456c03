import type { ActorPage, StickinessActorsPlan, StickinessAnswer, StickinessPlan } from "../../../lib/engine.ts";
import { readActorPage } from "./actor-page.ts";
import type { Asking } from "./asking.ts";
import { bucketOf } from "./buckets.ts";
import { hasActor, openRows } from "./rows.ts";

/** Buckets whose bits fit a number of ClickHouse. */
const MAX_BITS = 128;

const SIGNS = { gte: ">=", lte: "<=", exact: "=" };

/** Each actor's number of active buckets, and the actors of each number. */
export async function stickiness(plan: StickinessPlan, asking: Asking): Promise<StickinessAnswer> {
  const found = await asking.connection.rows<[number, number]>(
    `SELECT days, count() FROM (${activityOf(plan, asking)}) GROUP BY days`,
    asking,
  );
  const answer = plan.edgesMs.map(() => 0);
  for (const [own, count] of found) if (own <= answer.length) answer[own - 1] = Number(count);
  return { actors: answer };
}

/** Actors active in exactly a number of buckets. */
export async function stickinessActors(
  { plan, buckets, page, cohorts }: StickinessActorsPlan,
  asking: Asking,
): Promise<ActorPage> {
  const active = activityOf({ ...plan, ...(cohorts !== undefined && { cohorts }) }, asking);
  const sql = `SELECT key FROM (${active}) WHERE days = ${buckets}`;
  return (await readActorPage({ sql, actors: plan.actors, order: "keys", page }, asking)).page;
}

/** Each actor's number of active buckets. */
function activityOf(plan: StickinessPlan, asking: Asking): string {
  const { range, edgesMs, actors, criterion } = plan;
  const rows = openRows(asking.connection, plan.projectId, plan.cohorts);
  const test = rows.selection(plan.select);
  const actor = rows.actor(actors);
  const counted = `${rows.from(range)} WHERE ${test} AND ${hasActor(actors, actor)}`;
  // A bit for each bucket, if the number of its events does not matter and none is before the first.
  if (criterion === undefined && edgesMs.length <= MAX_BITS && (edgesMs[0] ?? Infinity) <= range.fromMs) {
    const bits = `groupBitOr(bitShiftLeft(toUInt128(1), toUInt8(${bucketOf(edgesMs, "ms", range)})))`;
    return `SELECT ${actor} AS key, bitCount(${bits}) AS days FROM ${counted} GROUP BY key`;
  }
  const enough = criterion === undefined ? "" : `HAVING count() ${SIGNS[criterion.operator]} ${criterion.value}`;
  const days = `SELECT ${actor} AS key, ${bucketOf(edgesMs)} AS bucket FROM ${counted} GROUP BY key, bucket ${enough}`;
  return `SELECT key, count() AS days FROM (${days}) GROUP BY key`;
}
