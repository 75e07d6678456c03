import * as v from "valibot";
import {
  BreakdownFilterNode,
  CompareFilterNode,
  field,
  idleEntries,
  insightNodeEntries,
  nodeIntervalEntries,
  nodeList,
  wholeField,
} from "../shared/node-fields.ts";
import { ActionsNode, EventsNode, SeriesList } from "../shared/node-series.ts";
import { WINDOW_UNITS } from "./funnel-window.ts";

const between = {
  /** Steps are counted from 0. */
  funnelFromStep: v.pipe(v.number(), v.integer(), v.minValue(0)),
  funnelToStep: v.pipe(v.number(), v.integer(), v.minValue(0)),
};

/** An event that may not happen between two steps. */
const Exclusion = v.variant("kind", [
  v.strictObject({ ...EventsNode.entries, ...between }),
  v.strictObject({ ...ActionsNode.entries, ...between }),
]);

/** How a funnel is counted; fields that only clients draw by are kept as they come. */
const FunnelsFilterNode = v.looseObject({
  /** @default "steps" */
  funnelVizType: field(v.picklist(["steps", "time_to_convert", "trends"])),
  /** @default "ordered" */
  funnelOrderType: field(v.picklist(["ordered", "strict", "unordered"])),
  /** How long persons may take, in units of `funnelWindowIntervalUnit`. @default 14 */
  funnelWindowInterval: wholeField(1),
  /** @default "day" */
  funnelWindowIntervalUnit: field(v.picklist(WINDOW_UNITS)),
  /** Over time and for times: from this step, counted from 0. @default the first */
  funnelFromStep: wholeField(0),
  /** @default the last */
  funnelToStep: wholeField(0),
  exclusions: field(nodeList(Exclusion)),
  /** Which event of a person decides its value of the breakdown. @default "first_touch" */
  breakdownAttributionType: field(v.picklist(["first_touch", "last_touch", "all_events", "step"])),
  /** With `step`: which one, counted from 0. */
  breakdownAttributionValue: wholeField(0),
  /** For times to convert. @default as many as fit */
  binCount: field(v.union([v.number(), v.literal("auto")])),
  /** `person_id`, or `properties.<name>`: counts the values of that property, such as `properties.$session_id`. */
  funnelAggregateByHogQL: field(v.string()),
  hideIncompleteConversionWindowPeriods: field(v.boolean()),
});

/** How many persons did one step after another: a node of kind FunnelsQuery. Source: reference/query.md 4.8. */
export const FunnelsQueryNode = v.strictObject({
  kind: v.literal("FunnelsQuery"),
  /** The steps, in their order. */
  series: SeriesList,
  ...nodeIntervalEntries,
  funnelsFilter: field(FunnelsFilterNode),
  breakdownFilter: field(BreakdownFilterNode),
  compareFilter: field(CompareFilterNode),
  ...insightNodeEntries,
});
export interface FunnelsQueryNode extends v.InferInput<typeof FunnelsQueryNode> {}
export interface FunnelsQueryRead extends v.InferOutput<typeof FunnelsQueryNode> {}

/** The actors of a funnel, at a step of it. Source: reference/query.md 4.5. */
export const FunnelsActorsNode = v.strictObject({
  kind: v.literal("FunnelsActorsQuery"),
  source: FunnelsQueryNode,
  /** 1 to n: reached that step; −2 to −n: dropped off before it. */
  funnelStep: field(v.pipe(v.number(), v.integer())),
  /** Exactly these steps, counted from 1. */
  funnelCustomSteps: field(v.array(v.pipe(v.number(), v.integer()))),
  /** The value of the breakdown. */
  funnelStepBreakdown: field(v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))])),
  /** Over time: those who dropped off, instead of those who converted. */
  funnelTrendsDropOff: field(v.boolean()),
  /** Over time: the start of the period, `YYYY-MM-DD HH:MM:SS`. */
  funnelTrendsEntrancePeriodStart: field(v.string()),
  includeRecordings: field(v.boolean()),
  ...idleEntries,
});
export interface FunnelsActorsNode extends v.InferInput<typeof FunnelsActorsNode> {}
export interface FunnelsActorsRead extends v.InferOutput<typeof FunnelsActorsNode> {}
