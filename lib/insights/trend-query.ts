import * as v from "valibot";
import { parseFilters } from "../filters/index.ts";
import { parse } from "../parse.ts";
import { breakdownEntries, parseBreakdown } from "./breakdown.ts";
import { requireComparable } from "./compare.ts";
import { toEntities, WireAction, WireEntity } from "./entity.ts";
import { filterEntries, integerField, IntervalField, refreshEntries, YesField } from "./fields.ts";
import { parseFormula } from "./formula.ts";
import { normaliseInput } from "./input.ts";
import { requireInsight } from "./insight-name.ts";
import { requireMathProperty } from "./math.ts";
import type { TrendQuestion } from "./questions/trend-question.ts";
import { refuseUnsupported } from "./unsupported.ts";

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

/**
 * A trend's question after `normaliseInput`: how often events happened, hour by hour to month by month.
 * `date_from` null = -7d, `date_to` null = now. Source: reference/insights.md 3.1.
 */
export const TrendQuery = v.object({
  events: v.optional(v.array(WireEntity), []),
  actions: v.optional(v.array(WireAction), []),
  interval: v.optional(IntervalField, "day"),
  date_from: v.nullish(v.string(), null),
  date_to: v.nullish(v.string(), null),
  display: v.optional(v.picklist(names, `Expected one of ${names.join(", ")}.`), "ActionsLineGraph"),
  compare: v.optional(YesField, false),
  formula: v.nullish(v.string(), null),
  smoothing_intervals: v.optional(integerField(1, MAX_SMOOTHING), 1),
  ...filterEntries,
  ...breakdownEntries,
  ...refreshEntries,
});

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
  const { refresh, events, actions, properties, formula, ...rest } = parse(TrendQuery, fields);
  for (const [index, wire] of events.entries()) requireMathProperty(wire, `events__${index}`);
  for (const [index, wire] of actions.entries()) requireMathProperty(wire, `actions__${index}`);
  const entities = toEntities(events, actions);
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
