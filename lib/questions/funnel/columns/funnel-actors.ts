import type { FunnelActorList } from "../plan.ts";
import type { WholeList } from "../../../engines/columns/entities/actor-list.ts";
import { listActors } from "../../../engines/columns/entities/list-actors.ts";
import { namedEntities } from "../../../engines/columns/entities/named-entities.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { findEntities } from "./find-entities.ts";
import { findBeginners } from "./value-beginners.ts";

export function runFunnelActors(execution: Execution, plan: FunnelActorList): WholeList {
  const { actors } = plan.funnel;
  if (actors.by === "values") {
    const beginners = findBeginners(execution, plan, actors);
    return listActors(execution, namedEntities({ by: "persons" }, execution), (actor) => beginners.has(actor)).actors;
  }
  const named = namedEntities(actors, execution);
  const { placeOf } = findEntities(execution, plan, named.entityIds);
  return listActors(execution, named, (entityId) => (placeOf[entityId] ?? 0) > 0).actors;
}
