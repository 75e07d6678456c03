import type { WholeList } from "../../../engines/columns/entities/actor-list.ts";
import type { StickinessActorList } from "../plan.ts";
import { readActive } from "../../../engines/columns/entities/active.ts";
import { readPlaces } from "../../../engines/columns/kernels/period-bits.ts";
import { listActors } from "../../../engines/columns/entities/list-actors.ts";
import { namedEntities } from "../../../engines/columns/entities/named-entities.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import { countActiveBuckets } from "./active-buckets.ts";
import { coveringEdges } from "./stickiness.ts";

/** The actors active in exactly a number of buckets. Source: reference/insights.md 9 and 13.7. */
export function runStickinessActors(execution: Execution, { plan, buckets }: StickinessActorList): WholeList {
  const { select, range, actors: kind } = plan;
  const named = namedEntities(kind, execution);
  const slices = compileScan(select, execution, kind.by === "persons");
  execution.showPersons();
  const { entityIds } = named;
  const edgesMs = coveringEdges(plan);
  if (plan.criterion !== undefined) {
    const counts = countActiveBuckets({ slices: slices(range), edgesMs, entityIds }, plan.criterion);
    return listActors(execution, named, (entityId) => counts[entityId] === buckets).actors;
  }
  const { table, words } = readActive({ slices, range, edgesMs, entityIds });
  const places = new Int32Array(words * 32);
  return listActors(execution, named, (entityId) => readPlaces(table, words, entityId, places) === buckets).actors;
}
