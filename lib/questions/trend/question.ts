import * as v from "valibot";
import { parseFilters } from "../../events/filters/index.ts";
import { parse } from "../../base/parse.ts";
import { parseBreakdown, trendBreakdownEntries } from "../shared/breakdown.ts";
import { compareEntries, requireComparable } from "../shared/compare.ts";
import { expectFewSeries, seriesEntries, toEntities } from "../shared/entity.ts";
import { dateEntries, filterEntries, integerField, intervalEntries, refreshEntries, wordOf } from "../shared/fields.ts";
import { parseFormula } from "./formula.ts";
import { normaliseInput } from "../shared/input.ts";
import { insightEntry, requireInsight, shownAsEntry } from "../shared/insight-name.ts";
import { requireMathProperty } from "../shared/math.ts";
import { refuseUnsupported, unsupportedEntries } from "../shared/unsupported.ts";

/** Displays that draw time, and those that show one value of the whole range (reference/insights.md 7.3). */
const DISPLAYS = {
  ActionsLineGraph: { isTimeSeries: true },
  ActionsLineGraphLinear: { isTimeSeries: true },
  ActionsLineGraphCumulative: { isTimeSeries: true },
  ActionsAreaGraph: { isTimeSeries: true },
  ActionsBar: { isTimeSeries: true },
  ActionsStackedBar: { isTimeSeries: true },
  ActionsUnstackedBar: { isTimeSeries: true },
  ActionsTable: { isTimeSeries: false },
  ActionsPie: { isTimeSeries: false },
  ActionsBarValue: { isTimeSeries: false },
  WorldMap: { isTimeSeries: false },
  BoldNumber: { isTimeSeries: false },
};
export type Display = keyof typeof DISPLAYS;

/** Does the display show a line of points, rather than one value? */
export function isTimeSeries(display: Display): boolean {
  return DISPLAYS[display].isTimeSeries;
}

const names = Object.keys(DISPLAYS) as [Display, ...Display[]];

/** Points that are averaged at most. */
const MAX_SMOOTHING = 1000;

const entries = {
  ...seriesEntries,
  ...dateEntries,
  ...intervalEntries,
  /** Points in time, added up (`…Cumulative`), or one value of the whole range. @default "ActionsLineGraph" */
  display: v.nullish(wordOf(names), "ActionsLineGraph"),
  ...compareEntries,
  /** One line instead of all: `A / B * 100`, where A is the first of `events` and `actions`. 400 if it cannot be read. */
  formula: v.nullish(v.string(), null),
  /** Each point becomes the mean of this many points, itself and those before: 1 to 1000. @default 1 */
  smoothing_intervals: v.nullish(integerField(1, MAX_SMOOTHING), 1),
  ...filterEntries,
  ...trendBreakdownEntries,
  ...refreshEntries,
};
const TrendFields = v.object(entries);

/** A trend's question: how often something happened, over time. Source: reference/insights.md 3.1 and 7. */
export const TrendQuestion = v.object({
  ...insightEntry("TRENDS"),
  ...shownAsEntry("Volume"),
  ...entries,
  ...unsupportedEntries,
});
export type TrendQuestion = v.InferInput<typeof TrendQuestion>;

export type TrendQuery = ReturnType<typeof parseTrendQuery>;

/**
 * Reads a trend's question from a JSON body, a query string's fields or a caller's object.
 * @returns the parts as they are worked with, and `filter`: the question in normal form, which parses to itself
 * @throws HogletError 400 naming the field; `unsupported` for what would change the answer and is not there.
 */
export function parseTrendQuery(input: unknown) {
  const fields = normaliseInput(input);
  requireInsight(fields, "TRENDS");
  refuseUnsupported(fields);
  const { refresh, events, actions, properties, formula, ...rest } = parse(TrendFields, fields);
  for (const [index, wire] of events.entries()) requireMathProperty(wire, `events__${index}`);
  for (const [index, wire] of actions.entries()) requireMathProperty(wire, `actions__${index}`);
  const entities = toEntities(events, actions);
  expectFewSeries(entities);
  const filter = {
    insight: "TRENDS" as const,
    ...rest,
    formula,
    events: entities.filter((entity) => entity.type === "events"),
    actions: entities.filter((entity) => entity.type === "actions"),
    properties: parseFilters(properties, "properties"),
  };
  if (rest.compare) requireComparable(rest);
  return {
    ...filter,
    filter,
    refresh,
    entities,
    // A single number has nothing to break down.
    breakdown: rest.display === "BoldNumber" ? null : parseBreakdown(rest, rest.display),
    formula: formula === null ? null : parseFormula(formula, entities.length),
  };
}

/** A question in normal form: it may be asked again as it is. Types of breakdowns were checked by then. */
export type TrendFilter = TrendQuery["filter"] & Pick<TrendQuestion, "breakdown_type" | "breakdowns">;
