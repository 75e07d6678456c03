import { cohortLookup, compileFilter } from "../filters/index.ts";
import type { CohortLookup } from "../filters/index.ts";
import type { TrendAnswer, TrendPlan, TrendSeriesPlan } from "../insights/index.ts";
import type { Db } from "../storage/index.ts";
import { bucketOf } from "./bucket-of.ts";
import { groupKeyOf, walkEvents } from "./walk.ts";
import type { EventRow } from "./walk.ts";

/** Answers a trend by looking at every event of the range once. Source: reference/insights.md 7.1. */
export function trend(db: Db, plan: TrendPlan): TrendAnswer {
  const cohorts = cohortLookup(db, plan.projectId);
  const tallies = plan.series.map((series) => createTally(series, plan.edgesMs.length, cohorts));
  for (const row of walkEvents(db, { projectId: plan.projectId, ...plan.range })) {
    const bucket = bucketOf(plan.edgesMs, row.timestampMs);
    if (bucket === -1) continue;
    for (const tally of tallies) tally.add(row, bucket);
  }
  return { series: tallies.map((tally) => tally.values()) };
}

interface Tally {
  add(row: EventRow, bucket: number): void;
  /** One number per bucket. */
  values(): number[];
}

function createTally(series: TrendSeriesPlan, bucketCount: number, cohorts: CohortLookup): Tally {
  const passes = compileFilter(series.filter, cohorts);
  const counts = Array.from({ length: bucketCount }, () => 0);
  const seen = new Map<number, Set<number | string>>();
  return {
    add(row, bucket) {
      if (series.event !== null && row.event !== series.event) return;
      if (series.needsPerson && row.actor === null) return;
      if (!passes(row)) return;
      if (isNew(series, row, setOf(seen, bucket))) counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    values: () => counts,
  };
}

function setOf(sets: Map<number, Set<number | string>>, bucket: number): Set<number | string> {
  const set = sets.get(bucket) ?? new Set();
  sets.set(bucket, set);
  return set;
}

/** Does the row add one to a bucket in which `seen` have been counted? */
function isNew({ counting }: TrendSeriesPlan, row: EventRow, seen: Set<number | string>): boolean {
  if (counting.by === "events") return true;
  const unit = counting.by === "actors" ? row.actor : groupKeyOf(row.properties, counting.groupTypeIndex);
  // Nobody, and no group, are not counted.
  if (unit === null || unit === "" || seen.has(unit)) return false;
  seen.add(unit);
  return true;
}
