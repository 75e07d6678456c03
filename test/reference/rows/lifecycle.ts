import type { LifecycleAnswer, LifecyclePlan } from "../../../lib/questions/lifecycle/plan.ts";
import { plannedCohorts } from "./filters/cohorts.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { bucketOf } from "./bucket-of.ts";
import { actorOf, compileSelection } from "./select.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";

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
export function readActive(db: Db, plan: LifecyclePlan): Map<number | string, Active> {
  const { projectId, range, edgesMs, sessionRange, select } = plan;
  const passes = compileSelection(select, plannedCohorts(db, plan.cohorts), { db, projectId, sessionRange });
  const { actors: kind = { by: "persons" as const } } = plan;
  const createdOf = kind.by === "groups" ? readGroups(db, projectId, kind.groupTypeIndex) : null;
  const active = new Map<number | string, Active>();
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    const actor = passes(row) ? actorOf(row, kind) : null;
    if (actor === null) continue;
    const createdMs = createdOf === null ? row.personCreatedMs : (createdOf.get(String(actor)) ?? null);
    const created = createdMs !== null && createdMs < range.untilMs ? bucketOf(edgesMs, createdMs) : -1;
    const entry = active.get(actor) ?? { periods: new Set(), created };
    active.set(actor, entry);
    entry.periods.add(bucketOf(edgesMs, row.timestampMs));
  }
  return active;
}

/** The time at which each group of a type was created. */
function readGroups(db: Db, projectId: number, groupTypeIndex: number): Map<string, number> {
  const rows = db
    .sql<{ group_key: string; created_at: number }>(
      "SELECT group_key, created_at FROM groups WHERE project_id = ? AND group_type_index = ?",
    )
    .all(projectId, groupTypeIndex);
  return new Map(rows.map(({ group_key: key, created_at: ms }) => [key, ms]));
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
