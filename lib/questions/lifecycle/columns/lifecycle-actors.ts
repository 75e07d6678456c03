import type { WholeList } from "../../../engines/columns/entities/actor-list.ts";
import type { LifecycleActorList } from "../plan.ts";
import { readActive } from "../../../engines/columns/entities/active.ts";
import { listActors } from "../../../engines/columns/entities/list-actors.ts";
import { namedEntities } from "../../../engines/columns/entities/named-entities.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { runGroupLifecycleActors } from "./group-lifecycle.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";

/** Bits of an actor: active in the look-back, and in the period. */
const BEFORE = 1;
const NOW = 2;

/** Two bits for each actor. Source: reference/insights.md 8 and 13.5. */
export function runLifecycleActors(execution: Execution, { plan, status }: LifecycleActorList): WholeList {
  const { select, range, edgesMs, actors } = plan;
  if (actors?.by === "groups") return runGroupLifecycleActors(execution, { ...plan, actors }, status);
  const createdMs = execution.createdMs();
  const named = namedEntities({ by: "persons" }, execution);
  const slices = compileScan(select, execution, true);
  execution.showPersons();
  const { personLimit } = execution.people;
  const [, startMs = range.untilMs] = edgesMs;
  const { table } = readActive({ slices, range, edgesMs, entityIds: named.entityIds });
  const isNew = (actor: number) =>
    actor < personLimit && createdMs[actor]! >= startMs && createdMs[actor]! < range.untilMs;
  const statusOf = (actor: number) => {
    const bits = table[actor]!;
    if ((bits & NOW) === 0) return bits === BEFORE ? "dormant" : null;
    return isNew(actor) ? "new" : bits === NOW ? "resurrecting" : "returning";
  };
  return listActors(execution, named, (actor) => table[actor] !== 0 && statusOf(actor) === status).actors;
}
