import type { FoundActor } from "./actor-page.ts";
import type { StickinessActorList } from "../../../lib/questions/stickiness/plan.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { readActiveBuckets } from "./stickiness.ts";

/** Finds the actors who were active in exactly a number of buckets. Source: reference/insights.md 9 and 13.7. */
export function stickinessActors(db: Db, { plan, buckets }: StickinessActorList): FoundActor[] {
  return [...readActiveBuckets(db, plan)].filter(([, { size }]) => size === buckets).map(([key]) => ({ key }));
}
