import { invalid } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { toNodeFields } from "../shared/node-question.ts";
import type { NodeDates, NodeFields } from "../shared/node-question.ts";
import { nodeToFilters, toHiddenKeys, toSnakeCase } from "../shared/node-to-filters.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { parseFormula } from "./formula.ts";
import type { Formula } from "./formula.ts";
import { parseTrendQuery } from "./question.ts";
import type { TrendQuery } from "./question.ts";
import type { TrendsQueryRead } from "./query-node.ts";

/** The question of a TrendsQuery. */
export interface TrendsNodeQuestion {
  query: TrendQuery;
  /** One line for each, instead of the series. */
  formulas: { formula: Formula; label: string }[];
  dates: NodeDates;
  /** Leaves out the line of all further values. */
  hidesOther: boolean;
}

/** The older `filters` of a TrendsQuery (reference/query.md 7, "Back"). */
export function trendsToFilters(node: TrendsQueryRead): RequestFields {
  const { hiddenLegendIndexes, ...own } = node.trendsFilter ?? {};
  return { ...nodeToFilters(node, "TRENDS"), ...toSnakeCase(own), ...toHiddenKeys(hiddenLegendIndexes) };
}

/** Displays whose form is not known here are answered as lines. */
const AS_LINES = new Set(["Auto", "CalendarHeatmap", "BoxPlot", "SlopeGraph", "Metric", "TwoDimensionalHeatmap"]);

/** Reads the question of a node. @throws HogletError 400 naming the field */
export function readTrendsNode(node: TrendsQueryRead): TrendsNodeQuestion {
  const { fields, dates } = toTrendFields(node);
  const query = parseTrendQuery(fields);
  return {
    query,
    formulas: toFormulas(node, query.entities.length),
    dates,
    hidesOther: node.breakdownFilter?.breakdown_hide_other_aggregation === true,
  };
}

/** The fields of a node that the older dialect has, without formulas, and its dates. */
export function toTrendFields(node: TrendsQueryRead): NodeFields {
  const { fields, dates } = toNodeFields(trendsToFilters(node));
  const { formula: _, display, ...rest } = fields;
  const own = {
    ...rest,
    ...(!AS_LINES.has(String(display)) && { display }),
    ...toBins(node),
    breakdown_other: true,
    // Whether there is more is known by the line of the rest, which is left out of the answer if need be.
    breakdown_hide_other_aggregation: false,
  };
  return { fields: own, dates };
}

function toFormulas({ trendsFilter }: TrendsQueryRead, count: number): TrendsNodeQuestion["formulas"] {
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

/** A histogram of one property is asked for in three places. */
function toBins({ breakdownFilter, trendsFilter }: TrendsQueryRead): RequestFields {
  const { breakdowns, breakdown_histogram_bin_count: count } = breakdownFilter ?? {};
  const own = breakdowns?.map(({ histogram_bin_count: bins }) => bins).find((bins) => typeof bins === "number");
  const bins = own ?? count ?? trendsFilter?.breakdown_histogram_bin_count;
  return typeof bins === "number" ? { breakdown_histogram_bin_count: bins } : {};
}
