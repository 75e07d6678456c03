import type { EntityKind } from "../../../port/actors.ts";
import type { FunnelActorList } from "../plan.ts";
import { compileActorRows } from "../../../engines/columns/actor-index/actor-rows.ts";
import { entityIdsOfKind } from "../../../engines/columns/entities/counted-entities.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { findEntities } from "./find-entities.ts";

/** The persons behind a point of a funnel of values: those of the events with which the values' best attempts begin. */
export function findBeginners(
  execution: Execution,
  plan: FunnelActorList,
  kind: Extract<EntityKind, { by: "values" }>,
): Set<number> {
  const { steps, order, range } = plan.funnel;
  const entityIds = entityIdsOfKind(kind, execution);
  const { placeOf, startsMs } = findEntities(execution, plan, entityIds);
  const first = (order === "unordered" ? steps : steps.slice(0, 1)).map(({ select }) => select);
  const readFirst = compileActorRows(first, execution, { entityIds, hasPlaces: true });
  execution.showPersons();
  const beginners = new Set<number>();
  readFirst(range).each((entityId, rows) => {
    const place = (placeOf[entityId] ?? 0) - 1;
    if (place < 0) return;
    const { times, from, until } = rows;
    for (let row = from; row < until; row++) {
      if (times[row] !== startsMs.at(place)) continue;
      const at = rows.placeOf(row);
      const actors = execution.segments[at >>> 16]!.actors(execution.people, at & 0xffff, (at & 0xffff) + 1);
      beginners.add(actors[at & 0xffff]!);
      return;
    }
  });
  return beginners;
}
