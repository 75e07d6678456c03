import type { StickinessAnswer, StickinessPlan } from "../../../lib/questions/stickiness/plan.ts";
import { plannedCohorts } from "./filters/cohorts.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { bucketOf } from "./bucket-of.ts";
import { actorOf, compileSelection } from "./select.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";

/** Answers a stickiness: the set of active buckets of each actor, then their sizes. Source: reference/insights.md 9. */
export function stickiness(db: Db, plan: StickinessPlan): StickinessAnswer {
  const actors = plan.edgesMs.map(() => 0);
  for (const { size } of readActiveBuckets(db, plan).values()) {
    if (size > 0 && size <= actors.length) actors[size - 1] = (actors[size - 1] ?? 0) + 1;
  }
  return { actors };
}

/** The active buckets of each actor. */
export function readActiveBuckets(db: Db, plan: StickinessPlan): Map<number | string, Set<number>> {
  const { projectId, range, sessionRange } = plan;
  const passes = compileSelection(plan.select, plannedCohorts(db, plan.cohorts), {
    db,
    projectId,
    sessionRange,
  });
  const counts = new Map<number | string, Map<number, number>>();
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    const actor = passes(row) ? actorOf(row, plan.actors) : null;
    if (actor === null) continue;
    const buckets = counts.get(actor) ?? new Map<number, number>();
    const bucket = bucketOf(plan.edgesMs, row.timestampMs);
    counts.set(actor, buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1));
  }
  const isActive = ([, count]: [number, number]) => isEnough(plan, count);
  return new Map(
    [...counts].map(([actor, buckets]) => [actor, new Set([...buckets].filter(isActive).map(([bucket]) => bucket))]),
  );
}

function isEnough({ criterion = { operator: "gte", value: 1 } }: StickinessPlan, count: number): boolean {
  const { operator, value } = criterion;
  if (operator === "exact") return count === value;
  return operator === "gte" ? count >= value : count <= value;
}
