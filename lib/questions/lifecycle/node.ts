import * as v from "valibot";
import type { ActorKind } from "../../port/actors.ts";
import { field, insightNodeEntries, nodeIntervalEntries } from "../shared/node-fields.ts";
import { SeriesList } from "../shared/node-series.ts";
import { readEntities } from "../shared/read-node.ts";
import type { EntityQuestion } from "../shared/read-node.ts";

/** New, returning, resurrecting and dormant persons: a node of kind LifecycleQuery. Source: reference/query.md 4.10. */
export const LifecycleQueryNode = v.strictObject({
  kind: v.literal("LifecycleQuery"),
  /** Only the first counts. */
  series: SeriesList,
  ...nodeIntervalEntries,
  /** How clients draw it: no answer depends on it. */
  lifecycleFilter: field(v.looseObject({ toggledLifecycles: field(v.array(v.string())) })),
  ...insightNodeEntries,
});
export interface LifecycleQueryNode extends v.InferInput<typeof LifecycleQueryNode> {}
export interface LifecycleQueryRead extends v.InferOutput<typeof LifecycleQueryNode> {}

export interface LifecycleQuery extends EntityQuestion {
  actors: ActorKind;
}

/** @throws HogletError 400 naming the field */
export function readLifecycle(node: LifecycleQueryRead, how = { hasNames: false }): LifecycleQuery {
  const { aggregation_group_type_index: groupTypeIndex } = node;
  const actors: ActorKind = typeof groupTypeIndex === "number" ? { by: "groups", groupTypeIndex } : { by: "persons" };
  return { ...readEntities(node, how), actors };
}
