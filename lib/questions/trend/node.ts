import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { readBreakdown } from "../shared/breakdown.ts";
import type { Breakdown } from "../shared/breakdown.ts";
import { expectFewSeries } from "../shared/entity.ts";
import type { Entity } from "../shared/entity.ts";
import { expectSmall } from "../shared/input.ts";
import { requireMathProperty } from "../shared/math.ts";
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
import type { QuestionDates } from "../shared/node-question.ts";
import { readDates, readQuestionFilters, readSeries } from "../shared/read-node.ts";
import type { OlderRules, QuestionFilters } from "../shared/read-node.ts";
import { parseFormula } from "./formula.ts";
import type { Formula } from "./formula.ts";

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
  /** Formulas with their names; these count before `formulas` and `formula`. */
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

/** Displays that show one value of the whole range; the others draw time (reference/insights.md 7.3). */
const OF_VALUES: ReadonlySet<string> = new Set([
  "ActionsTable",
  "ActionsPie",
  "ActionsBarValue",
  "WorldMap",
  "BoldNumber",
]);

/** Does the display show a line of points, rather than one value? */
export function isTimeSeries(display: string): boolean {
  return !OF_VALUES.has(display);
}

/** Do points add up? */
export function isCumulative({ display }: Pick<TrendQuery, "display">): boolean {
  return display === "ActionsLineGraphCumulative";
}

export interface TrendQuery extends QuestionFilters {
  dates: QuestionDates;
  entities: Entity[];
  display: string;
  /** Each point is the mean of this many. */
  smoothing: number;
  breakdown: Breakdown | null;
  /** One line for each, instead of the series. */
  formulas: { formula: Formula; label: string }[];
  /** Leaves out the line of all further values. */
  hidesOther: boolean;
}

/**
 * @param older the rules of the older dialect; null = the node is as it was sent
 * @throws HogletError 400 naming the field
 */
export function readTrends(node: TrendsQueryRead, older: OlderRules | null): TrendQuery {
  expectSmall(node);
  const { trendsFilter, breakdownFilter } = node;
  const entities = readSeries(node.series, { hasNames: older !== null });
  expectFewSeries(entities);
  for (const [place, entity] of entities.entries()) requireMathProperty(entity, `series__${place}`);
  const display = trendsFilter?.display ?? "ActionsLineGraph";
  const rules = older ?? { offset: 0, hasOther: true };
  return {
    dates: readDates(node),
    entities,
    display,
    smoothing: trendsFilter?.smoothingIntervals ?? 1,
    ...readQuestionFilters(node),
    // A single number has nothing to break down.
    breakdown:
      display === "BoldNumber" ? null : readBreakdown(breakdownFilter, { ...rules, display, bins: toBinCount(node) }),
    formulas: readFormulas(node, entities.length),
    hidesOther: breakdownFilter?.breakdown_hide_other_aggregation === true,
  };
}

/** Two older places may ask for a histogram of one property. */
function toBinCount({ breakdownFilter, trendsFilter }: TrendsQueryRead): number | undefined {
  const { breakdowns, breakdown_histogram_bin_count: count } = breakdownFilter ?? {};
  const own = breakdowns?.map(({ histogram_bin_count: bins }) => bins).find((bins) => typeof bins === "number");
  return own ?? count ?? trendsFilter?.breakdown_histogram_bin_count ?? undefined;
}

function readFormulas({ trendsFilter }: TrendsQueryRead, count: number): TrendQuery["formulas"] {
  const { formula, formulas, formulaNodes } = trendsFilter ?? {};
  const given =
    formulaNodes ?? (formulas ?? (formula ? [formula] : [])).map((text) => ({ formula: text, custom_name: null }));
  if (given.length > requestLimits.series) {
    throw invalid("formulas", `Expected at most ${requestLimits.series} formulas but received ${given.length}.`);
  }
  return given
    .filter(({ formula: text }) => text.trim() !== "")
    .map(({ formula: text, custom_name: name }) => ({
      formula: parseFormula(text, count),
      label: name || `Formula (${text})`,
    }));
}
