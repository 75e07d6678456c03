import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { writtenAs } from "../../base/written-as.ts";
import type { EntityKind } from "../../port/actors.ts";
import type { Entity } from "../shared/entity.ts";
import { isPersonText, toExpressionSource } from "../shared/expression-source.ts";
import { requireExpression } from "../shared/with-expressions.ts";
import { integerField } from "../shared/fields.ts";
import { expectSmall } from "../shared/input.ts";
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
import { SeriesList } from "../shared/node-series.ts";
import type { SeriesNode } from "../shared/node-series.ts";
import type { QuestionDates } from "../shared/node-question.ts";
import { readDates, readQuestionFilters, readSeries } from "../shared/read-node.ts";
import type { QuestionFilters } from "../shared/read-node.ts";
import { ExclusionNode, readExclusions } from "./funnel-exclusion.ts";
import type { Exclusion } from "./funnel-exclusion.ts";
import { WINDOW_UNITS } from "./funnel-window.ts";
import type { WindowInput } from "./funnel-window.ts";
import type { FunnelOrder } from "./plan.ts";
import { readBreakdown } from "../shared/breakdown.ts";
import type { Breakdown } from "../shared/breakdown.ts";

/** The furthest step fits into a byte. */
export const MAX_STEPS = 255;

/** Longer than any log. */
export const MAX_WINDOW = 100_000;

export const VIEWS = ["steps", "trends", "time_to_convert"] as const;
export const ORDERS = ["ordered", "strict", "unordered"] as const;
export const ATTRIBUTIONS = ["first_touch", "last_touch", "step", "all_events"] as const;

/** Actors by step, conversion over time, or time to convert. */
export type FunnelView = (typeof VIEWS)[number];

/** Bins of times to convert: 1 to 90; null = as many as fit. */
export const BinCountField = writtenAs<number | "auto">()(
  v.union([
    v.pipe(
      v.literal("auto"),
      v.transform(() => null),
    ),
    v.pipe(
      integerField(-1_000_000, 1_000_000),
      v.transform((count) => Math.min(Math.max(count, 1), 90)),
    ),
  ]),
);

/** How a funnel is counted; fields that only clients draw by are kept as they come. */
const FunnelsFilterNode = v.looseObject({
  /** @default "steps" */
  funnelVizType: field(v.picklist(VIEWS)),
  /** @default "ordered" */
  funnelOrderType: field(v.picklist(ORDERS)),
  /** How long persons may take, in units of `funnelWindowIntervalUnit`. @default 14 */
  funnelWindowInterval: wholeField(1, MAX_WINDOW),
  /** @default "day" */
  funnelWindowIntervalUnit: field(v.picklist(WINDOW_UNITS)),
  /** Over time and for times: from this step, counted from 0. @default the first */
  funnelFromStep: wholeField(0),
  /** @default the last */
  funnelToStep: wholeField(0),
  exclusions: field(nodeList(ExclusionNode)),
  /** Which event of a person decides its value of the breakdown. @default "first_touch" */
  breakdownAttributionType: field(v.picklist(ATTRIBUTIONS)),
  /** With `step`: which one, counted from 0. */
  breakdownAttributionValue: wholeField(0),
  /** For times to convert. @default as many as fit */
  binCount: field(BinCountField),
  /** `person_id`, or an expression of HogQL, such as `properties.$session_id`: counts its values, without null and the empty text. */
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

/** Steps that may be left out, by their places among all steps. */
export type OptionalSteps = ReadonlySet<number>;

export interface FunnelQuery extends QuestionFilters {
  dates: QuestionDates;
  entities: Entity[];
  optional: OptionalSteps;
  view: FunnelView;
  order: FunnelOrder;
  /** The steps that trends and times are about, from 0. */
  fromStep: number;
  toStep: number;
  window: WindowInput;
  exclusions: Exclusion[];
  actors: EntityKind;
  breakdown: FunnelBreakdownInput | null;
  /** `step` counts for the type `step`. */
  attribution: { type: (typeof ATTRIBUTIONS)[number]; step: number };
  /** Bins of times to convert; null = as many as fit. */
  bins: number | null;
}

/** @throws HogletError 400 naming the field */
export function readFunnels(node: FunnelsQueryRead, how = { hasNames: false }): FunnelQuery {
  expectSmall(node);
  refuseUnsupported(node);
  const own = node.funnelsFilter ?? {};
  const order = own.funnelOrderType ?? "ordered";
  const entities = readSeries(node.series, how);
  const query = {
    dates: readDates(node),
    entities,
    optional: readOptionalSteps(node.series, order),
    view: own.funnelVizType ?? "steps",
    order,
    fromStep: own.funnelFromStep ?? 0,
    toStep: own.funnelToStep ?? entities.length - 1,
    window: { count: own.funnelWindowInterval ?? 14, unit: own.funnelWindowIntervalUnit ?? "day" },
    exclusions: readExclusions(own.exclusions ?? [], { entities, order }),
    actors: readActors(node),
    breakdown: readFunnelBreakdown(node.breakdownFilter),
    attribution: { type: own.breakdownAttributionType ?? "first_touch", step: own.breakdownAttributionValue ?? 0 },
    bins: own.binCount ?? null,
    ...readQuestionFilters(node),
  };
  requireSteps(query, own.funnelToStep ?? null);
  return query;
}

function refuseUnsupported({ series, compareFilter, funnelsFilter }: FunnelsQueryRead): void {
  if (series.some(({ kind }) => kind === "DataWarehouseNode")) {
    throw invalid(
      null,
      "Data warehouse tables are not supported in funnels just yet. For now, please try this funnel without the data warehouse series.",
    );
  }
  if (compareFilter?.compare === true) {
    throw invalid("compareFilter__compare", "Funnels are not compared with another period.", "unsupported");
  }
  if (funnelsFilter?.hideIncompleteConversionWindowPeriods === true) {
    throw invalid("funnelsFilter__hideIncompleteConversionWindowPeriods", "Expected false.", "unsupported");
  }
}

function isOptional(step: SeriesNode): boolean {
  return "optionalInFunnel" in step && step.optionalInFunnel === true;
}

/** @throws HogletError 400 where an optional step has no meaning */
function readOptionalSteps(series: readonly SeriesNode[], order: FunnelOrder): OptionalSteps {
  const optional = new Set(series.flatMap((step, place) => (isOptional(step) ? [place] : [])));
  const [first] = optional;
  if (first === undefined) return optional;
  const attr = `series__${first}__optionalInFunnel`;
  if (first === 0) throw invalid(attr, "The first step of a funnel is not optional.");
  if (order !== "ordered") throw invalid(attr, "Steps are optional in ordered funnels only.");
  return optional;
}

function readActors({ aggregation_group_type_index: index, funnelsFilter }: FunnelsQueryRead): EntityKind {
  if (typeof index === "number") return { by: "groups", groupTypeIndex: index };
  const text = funnelsFilter?.funnelAggregateByHogQL ?? "";
  if (text === "" || isPersonText(text)) return { by: "persons" };
  const source = toExpressionSource(text);
  if (source.type === "hogql") requireExpression(text, "text", { field: "funnel_aggregate_by_hogql" });
  return { by: "values", source };
}

/** Named steps must exist; without any step the answer is empty. */
function requireSteps({ entities, fromStep, attribution }: FunnelQuery, toStep: number | null): void {
  const count = entities.length;
  if (count === 0) return;
  if (count > MAX_STEPS) throw invalid("events", `Expected at most ${MAX_STEPS} steps but received ${count}.`);
  if (toStep !== null && (toStep < 1 || toStep >= count)) {
    throw invalid("funnel_to_step", `Expected a step from 1 to ${count - 1} but received ${toStep}.`);
  }
  if (fromStep > 0 && fromStep >= (toStep ?? count - 1)) {
    throw invalid("funnel_from_step", `Expected a step before funnel_to_step but received ${fromStep}.`);
  }
  const { type, step } = attribution;
  if (type === "step" && step >= count) {
    throw invalid("breakdown_attribution_value", `Expected a step from 0 to ${count - 1} but received ${step}.`);
  }
}

/** Values of properties, or cohorts. */
type FunnelBreakdownInput = Exclude<Breakdown, { by: "bins" }>;

/** Reads what a funnel is broken down by; null = nothing. @throws HogletError 400 naming the field */
function readFunnelBreakdown(filter: Parameters<typeof readBreakdown>[0]): FunnelBreakdownInput | null {
  const breakdown = readBreakdown(filter, { offset: 0, hasOther: false, display: "FunnelViz" });
  if (breakdown?.by === "bins") {
    throw invalid("breakdown_histogram_bin_count", "Funnels are not broken down into bins.", "unsupported");
  }
  if (breakdown?.by === "values" && breakdown.sources.some(({ type }) => type === "session")) {
    throw invalid("breakdown_type", "Funnels are not broken down by sessions.", "unsupported");
  }
  return breakdown;
}
