import * as v from "valibot";
import { FunnelsActorsNode } from "../funnel/node.ts";
import { field, idleEntries } from "../shared/node-fields.ts";

const Names = field(v.array(v.string()));

/** Events and properties that go with finishing a funnel: a node of kind FunnelCorrelationQuery. Source: reference/query.md 4.11. */
export const CorrelationQueryNode = v.strictObject({
  kind: v.literal("FunnelCorrelationQuery"),
  /** The actors of the funnel, at the step that all of them took at least. */
  source: FunnelsActorsNode,
  /** Events they did, properties they have, or properties of events they did. */
  funnelCorrelationType: v.picklist(["events", "properties", "event_with_properties"]),
  /** For `events`: names to leave out. */
  funnelCorrelationExcludeEventNames: Names,
  /** For `event_with_properties`: names of events. */
  funnelCorrelationEventNames: Names,
  funnelCorrelationEventExcludePropertyNames: Names,
  /** For `properties`: names; `$all` = every one. */
  funnelCorrelationNames: Names,
  funnelCorrelationExcludeNames: Names,
  ...idleEntries,
});
export interface CorrelationQueryNode extends v.InferInput<typeof CorrelationQueryNode> {}
export interface CorrelationQueryRead extends v.InferOutput<typeof CorrelationQueryNode> {}
