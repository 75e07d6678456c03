import * as v from "valibot";
import {
  BreakdownFilterNode,
  CompareFilterNode,
  field,
  insightNodeEntries,
  nodeIntervalEntries,
  nodeList,
  wholeField,
} from "../shared/node-fields.ts";
import { SeriesList } from "../shared/node-series.ts";

const DISPLAYS = [
  "Auto",
  "ActionsLineGraph",
  "ActionsLineGraphCumulative",
  "ActionsAreaGraph",
  "ActionsBar",
  "ActionsUnstackedBar",
  "ActionsStackedBar",
  "ActionsTable",
  "ActionsPie",
  "ActionsBarValue",
  "BoldNumber",
  "WorldMap",
  "CalendarHeatmap",
  "BoxPlot",
  "SlopeGraph",
  "Metric",
  "TwoDimensionalHeatmap",
] as const;

/** The displays that nodes may name. */
export const DISPLAY_NAMES: ReadonlySet<string> = new Set(DISPLAYS);

const FormulaNode = v.strictObject({
  formula: v.string(),
  /** Shown instead of `Formula (…)`. */
  custom_name: field(v.string()),
});

/** How a trend is shown; fields that only clients draw by are kept as they come. */
export const TrendsFilterNode = v.looseObject({
  /** @default "ActionsLineGraph" */
  display: field(v.picklist(DISPLAYS)),
  /** One line instead of all: `A / B`, where A is the first of `series`. */
  formula: field(v.string()),
  /** A line for each. */
  formulas: field(nodeList(v.string())),
  /** The same, with names; counts before the others. */
  formulaNodes: field(nodeList(FormulaNode)),
  /** Each point becomes the mean of this many points. @default 1 */
  smoothingIntervals: wholeField(1, 1000),
  /** The older place of `breakdownFilter.breakdown_histogram_bin_count`. */
  breakdown_histogram_bin_count: wholeField(1),
  /** The older place of `compareFilter`. */
  compare: field(v.boolean()),
});

/** Counts over time: a node of kind TrendsQuery. Source: reference/query.md 4.7. */
export const TrendsQueryNode = v.strictObject({
  kind: v.literal("TrendsQuery"),
  /** The events and actions that are counted. */
  series: SeriesList,
  ...nodeIntervalEntries,
  trendsFilter: field(TrendsFilterNode),
  breakdownFilter: field(BreakdownFilterNode),
  compareFilter: field(CompareFilterNode),
  conversionGoal: field(v.null()),
  ...insightNodeEntries,
});
export interface TrendsQueryNode extends v.InferInput<typeof TrendsQueryNode> {}
export interface TrendsQueryRead extends v.InferOutput<typeof TrendsQueryNode> {}
