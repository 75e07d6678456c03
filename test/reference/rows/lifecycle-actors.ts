import type { Actors } from "../../../lib/port/actors.ts";
import type { LifecycleActorsPlan } from "../../../lib/questions/lifecycle/plan.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { readActive } from "./lifecycle.ts";
import { toActors } from "./sorted-actors.ts";

/** The period after the look-back, which is period 0. */
const PERIOD = 1;

/** Finds the actors with a status in a period of a lifecycle. Source: reference/insights.md 8 and 13.5. */
export function lifecycleActors(db: Db, { plan, status }: LifecycleActorsPlan): Actors {
  const found: number[] = [];
  for (const [actor, { periods, created }] of readActive(db, plan)) {
    const wasActive = periods.has(PERIOD - 1);
    const active = created === PERIOD ? "new" : wasActive ? "returning" : "resurrecting";
    const own = periods.has(PERIOD) ? active : wasActive ? "dormant" : null;
    if (own === status) found.push(actor);
  }
  return toActors({ by: "persons" }, found);
}
