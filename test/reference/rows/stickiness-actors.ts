import type { Actors } from "../../../lib/port/actors.ts";
import type { StickinessActorsPlan } from "../../../lib/questions/stickiness/plan.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { toActors } from "./sorted-actors.ts";
import { readActiveBuckets } from "./stickiness.ts";

/** Finds the actors who were active in exactly a number of buckets. Source: reference/insights.md 9 and 13.7. */
export function stickinessActors(db: Db, { plan, buckets }: StickinessActorsPlan): Actors {
  const active = [...readActiveBuckets(db, plan)].filter(([, { size }]) => size === buckets);
  return toActors(
    plan.actors,
    active.map(([actor]) => actor),
  );
}
