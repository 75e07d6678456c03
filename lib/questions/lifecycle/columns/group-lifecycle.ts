import { readActive } from "../../../engines/columns/entities/active.ts";
import { listActors } from "../../../engines/columns/entities/list-actors.ts";
import type { WholeList } from "../../../engines/columns/entities/actor-list.ts";
import { namedEntities } from "../../../engines/columns/entities/named-entities.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { readPlaces } from "../../../engines/columns/kernels/period-bits.ts";
import { placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { LifecycleAnswer, LifecyclePlan, LifecycleStatus } from "../plan.ts";

export type GroupLifecyclePlan = LifecyclePlan & { actors: { by: "groups"; groupTypeIndex: number } };

/** The active periods of each group as bits, group by group. */
export function runGroupLifecycle(execution: Execution, plan: GroupLifecyclePlan): LifecycleAnswer {
  const { entities, each } = openGroups(execution, plan);
  const periods = plan.edgesMs.length - 1;
  const zeros = () => Array.from({ length: periods }, () => 0);
  const answer: LifecycleAnswer = { new: zeros(), returning: zeros(), resurrecting: zeros(), dormant: zeros() };
  for (let entityId = 1; entityId < entities.entityIds.limit(); entityId++) {
    each(entityId, (status, period) => {
      // Neither the look-back nor a period after the last counts.
      if (period >= 1 && period <= periods) answer[status][period - 1]! += 1;
    });
  }
  return answer;
}

/** Finds the groups with a status in the period after the look-back. */
export function runGroupLifecycleActors(
  execution: Execution,
  plan: GroupLifecyclePlan,
  wanted: LifecycleStatus,
): WholeList {
  const { entities, each } = openGroups(execution, plan);
  return listActors(execution, entities, (entityId) => {
    let isFound = false;
    each(entityId, (status, period) => {
      if (period === 1 && status === wanted) isFound = true;
    });
    return isFound;
  }).actors;
}

/** `each` tells the statuses of a group, with their periods from 0, the look-back. */
function openGroups(execution: Execution, { select, range, edgesMs, actors }: GroupLifecyclePlan) {
  const entities = namedEntities(actors, execution);
  const slices = compileScan(select, execution);
  execution.showPersons();
  const { table, words } = readActive({ slices, range, edgesMs, entityIds: entities.entityIds });
  const createdMs = readCreated(execution, actors.groupTypeIndex);
  const places = new Int32Array(words * 32);
  const each = (entityId: number, see: (status: LifecycleStatus, period: number) => void) => {
    if ((entityId + 1) * words > table.length) return;
    const count = readPlaces(table, words, entityId, places);
    const ms = createdMs.get(entities.keyOf(entityId)) ?? NaN;
    const created = ms < range.untilMs ? placeOf(edgesMs, ms) : -1;
    for (let at = 0; at < count; at++) {
      const period = places[at]!;
      const isBack = at > 0 && places[at - 1] === period - 1;
      see(period === created ? "new" : isBack ? "returning" : "resurrecting", period);
      if (at + 1 === count || places[at + 1] !== period + 1) see("dormant", period + 1);
    }
  };
  return { entities, each };
}

/** Creation times of the groups of a type, by key. */
function readCreated({ db, projectId }: Execution, groupTypeIndex: number): Map<string, number> {
  // The unique index of groups begins with the project and the type.
  const rows = db
    .sql<{ group_key: string; created_at: number }>(
      "SELECT group_key, created_at FROM groups WHERE project_id = ? AND group_type_index = ?",
    )
    .iterate(projectId, groupTypeIndex);
  return new Map(Array.from(rows, ({ group_key: key, created_at: ms }) => [key, ms]));
}
