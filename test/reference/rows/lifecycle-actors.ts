import type { FoundActor } from "./actor-page.ts";
import type { LifecycleActorList } from "../../../lib/questions/lifecycle/plan.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { readActive } from "./lifecycle.ts";

/** The period after the look-back, which is period 0. */
const PERIOD = 1;

/** Finds the actors with a status in a period of a lifecycle. Source: reference/insights.md 8 and 13.5. */
export function lifecycleActors(db: Db, { plan, status }: LifecycleActorList): FoundActor[] {
  const found: FoundActor[] = [];
  for (const [actor, { periods, created }] of readActive(db, plan)) {
    const wasActive = periods.has(PERIOD - 1);
    const active = created === PERIOD ? "new" : wasActive ? "returning" : "resurrecting";
    const own = periods.has(PERIOD) ? active : wasActive ? "dormant" : null;
    if (own === status) found.push({ key: actor });
  }
  return found;
}
