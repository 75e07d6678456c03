import type { WholeList } from "../../../engines/columns/entities/actor-list.ts";
import type { ListedActors } from "../../../engines/columns/entities/list-actors.ts";

/** Orders actors by their entities' values, the highest first; a stable sort. A million: 0.4 s. */
export function rankActors({ actors, entityIds }: ListedActors, valueOf: (entityId: number) => number): WholeList {
  const { length } = entityIds;
  const listed = new Float64Array(length);
  const order = new Uint32Array(length);
  for (let place = 0; place < length; place++) {
    listed[place] = valueOf(entityIds[place]!);
    order[place] = place;
  }
  order.sort((a, b) => listed[b]! - listed[a]! || a - b);
  const values = new Float64Array(length);
  for (let place = 0; place < length; place++) values[place] = listed[order[place]!]!;
  if (actors.by === "groups") {
    return { ...actors, keys: Array.from(order, (place) => actors.keys[place]!), values, order: "values" };
  }
  const ids = new Float64Array(length);
  for (let place = 0; place < length; place++) ids[place] = actors.ids[order[place]!]!;
  return { by: "persons", ids, values, order: "values" };
}
