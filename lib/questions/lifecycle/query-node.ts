import * as v from "valibot";
import { field, insightNodeEntries, nodeIntervalEntries } from "../shared/node-fields.ts";
import { SeriesList } from "../shared/node-series.ts";

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
