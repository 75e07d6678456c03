import type { LifecycleAnswer, LifecyclePlan } from "../../../lib/questions/lifecycle/plan.ts";
import { plannedCohorts } from "../../../lib/events/filters/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { bucketOf } from "./bucket-of.ts";
import { compileSelection } from "../../../lib/engines/rows/select.ts";
import { walkEvents } from "../../../lib/engines/rows/walk-events.ts";

interface Active {
  periods: Set<number>;
  /** The period in which the person was created; −1 = before or after all periods. */
  created: number;
}

/** Answers a lifecycle: the set of active periods of each actor, then a status for each. Source: insights.md 8. */
export function lifecycle(db: Db, plan: LifecyclePlan): LifecycleAnswer {
  const answer = emptyAnswer(plan.edgesMs.length - 1);
  for (const { periods, created } of readActive(db, plan).values()) {
    for (const period of periods) {
      const status = period === created ? "new" : periods.has(period - 1) ? "returning" : "resurrecting";
      count(answer[status], period);
      if (!periods.has(period + 1)) count(answer.dormant, period + 1);
    }
  }
  return answer;
}

/** The active periods of each actor. */
export function readActive(db: Db, plan: LifecyclePlan): Map<number, Active> {
  const { projectId, range, edgesMs, sessionRange, select } = plan;
  const passes = compileSelection(select, plannedCohorts(db, plan.cohorts), { db, projectId, sessionRange });
  const active = new Map<number, Active>();
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    if (row.actor === null || !passes(row)) continue;
    const isInside = row.personCreatedMs !== null && row.personCreatedMs < range.untilMs;
    const created = isInside ? bucketOf(edgesMs, row.personCreatedMs ?? 0) : -1;
    const entry = active.get(row.actor) ?? { periods: new Set(), created };
    active.set(row.actor, entry);
    entry.periods.add(bucketOf(edgesMs, row.timestampMs));
  }
  return active;
}

function emptyAnswer(length: number): LifecycleAnswer {
  const zeros = () => Array.from({ length }, () => 0);
  return { new: zeros(), returning: zeros(), resurrecting: zeros(), dormant: zeros() };
}

/** Counts neither the look-back, which is period 0, nor periods after the last. */
function count(counts: number[], period: number): void {
  const place = period - 1;
  if (place >= 0 && place < counts.length) counts[place] = (counts[place] ?? 0) + 1;
}
