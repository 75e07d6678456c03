import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { FiltersField } from "../../events/filters/index.ts";
import type { NamedSteps } from "../funnel/funnel-point.ts";
import { FunnelsActorsNode, readFunnels } from "../funnel/node.ts";
import type { FunnelQuery } from "../funnel/node.ts";
import { field, idleEntries } from "../shared/node-fields.ts";
import { SeriesNode } from "../shared/node-series.ts";

export const TYPES = ["events", "properties", "event_with_properties"] as const;

const Names = field(v.array(v.string()));

/** Events and properties that go with finishing a funnel: a node of kind FunnelCorrelationQuery. Source: reference/query.md 4.11. */
export const CorrelationQueryNode = v.strictObject({
  kind: v.literal("FunnelCorrelationQuery"),
  /** The actors of the funnel, at the step that all of them took at least. */
  source: FunnelsActorsNode,
  /** Events they did, properties they have, or properties of events they did. */
  funnelCorrelationType: v.picklist(TYPES),
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

/** The actors behind a number of a correlation. Source: reference/query.md 4.5. */
export const CorrelationActorsNode = v.strictObject({
  kind: v.literal("FunnelCorrelationActorsQuery"),
  source: CorrelationQueryNode,
  /** Only actors who finished, or only actors who did not. @default both */
  funnelCorrelationPersonConverted: field(v.boolean()),
  /** The event that they did. */
  funnelCorrelationPersonEntity: field(SeriesNode),
  /** The properties that they have. */
  funnelCorrelationPropertyValues: field(FiltersField),
  includeRecordings: field(v.boolean()),
  ...idleEntries,
});
export interface CorrelationActorsNode extends v.InferInput<typeof CorrelationActorsNode> {}
export interface CorrelationActorsRead extends v.InferOutput<typeof CorrelationActorsNode> {}

export interface CorrelationQuery {
  funnel: FunnelQuery;
  /** The furthest steps of the compared actors. */
  entered: NamedSteps;
  type: (typeof TYPES)[number];
  /** Names of properties, to find and to leave out. */
  names: readonly string[];
  exceptNames: readonly string[];
  /** Names of events, to look at and to leave out. */
  eventNames: readonly string[];
  exceptEventNames: readonly string[];
  /** Names of properties of events to leave out. */
  exceptEventProperties: string[];
}

/** Ignores the breakdown of the funnel. @throws HogletError 400 naming the field */
export function readCorrelation({ source, ...own }: CorrelationQueryRead): CorrelationQuery {
  const funnel = readFunnels({ ...source.source, breakdownFilter: null });
  const [optional] = funnel.optional;
  if (optional !== undefined) {
    const attr = `series__${optional}__optionalInFunnel`;
    throw invalid(attr, "Expected false: a correlation is with required steps.", "unsupported");
  }
  return {
    funnel,
    entered: { step: source.funnelStep ?? 1, custom: source.funnelCustomSteps },
    type: own.funnelCorrelationType,
    names: own.funnelCorrelationNames ?? [],
    exceptNames: own.funnelCorrelationExcludeNames ?? [],
    eventNames: own.funnelCorrelationEventNames ?? [],
    exceptEventNames: own.funnelCorrelationExcludeEventNames ?? [],
    exceptEventProperties: own.funnelCorrelationEventExcludePropertyNames ?? [],
  };
}
