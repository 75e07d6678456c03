import * as v from "valibot";
import type { FilterGroup } from "../../../events/filters/index.ts";
import { parse } from "../../../base/parse.ts";
import { trendBreakdownEntries } from "../../shared/breakdown.ts";
import { compareEntries, requireComparable } from "../../shared/compare.ts";
import { seriesEntries } from "../../shared/entity.ts";
import type { ActionEntity, EventEntity } from "../../shared/entity.ts";
import {
  dateEntries,
  filterEntries,
  integerField,
  intervalEntries,
  refreshEntries,
  wordOf,
} from "../../shared/fields.ts";
import { normaliseInput } from "../../shared/input.ts";
import { insightEntry, requireInsight, shownAsEntry } from "../../shared/insight-name.ts";
import { readOlder } from "../../shared/older-fields.ts";
import { readTrends, TrendsQueryNode } from "../node.ts";
import type { TrendQuery } from "../node.ts";
import { trendsFromFilters } from "./filters.ts";

/** Displays that a question may name (reference/insights.md 7.3). */
const DISPLAYS = [
  "ActionsLineGraph",
  "ActionsLineGraphLinear",
  "ActionsLineGraphCumulative",
  "ActionsAreaGraph",
  "ActionsBar",
  "ActionsStackedBar",
  "ActionsUnstackedBar",
  "ActionsTable",
  "ActionsPie",
  "ActionsBarValue",
  "WorldMap",
  "BoldNumber",
] as const;

/** Bound of `smoothing_intervals`. */
const MAX_SMOOTHING = 1000;

const entries = {
  ...seriesEntries,
  ...dateEntries,
  ...intervalEntries,
  /** Points in time, added up (`…Cumulative`), or one value of the whole range. @default "ActionsLineGraph" */
  display: v.nullish(wordOf(DISPLAYS), "ActionsLineGraph"),
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
});
export type TrendQuestion = v.InferInput<typeof TrendQuestion>;

type Fields = v.InferOutput<typeof TrendFields>;

/** A question in normal form: it may be asked again as it is. Types of breakdowns were checked by then. */
export interface TrendFilter
  extends
    Omit<Fields, "refresh" | "events" | "actions" | "properties" | "breakdown_type" | "breakdowns">,
    Pick<TrendQuestion, "breakdown_type" | "breakdowns"> {
  insight: "TRENDS";
  events: EventEntity[];
  actions: ActionEntity[];
  properties: FilterGroup;
}

export interface OlderTrend {
  query: TrendQuery;
  /** Its fields in normal form, which mean the same node. */
  filter: TrendFilter;
  refresh: boolean;
}

/**
 * Reads a trend's question from a JSON body, a query string's fields or a caller's object.
 * @throws HogletError 400 naming the field
 */
export function readOlderTrend(input: unknown): OlderTrend {
  const fields = normaliseInput(input);
  requireInsight(fields, "TRENDS");
  const { refresh, properties: filters, ...own } = parse(TrendFields, fields);
  if (own.compare) requireComparable(own);
  const { offset, breakdown_other: hasOther, display } = own;
  const query = readOlder(own, () => {
    // A linear display is one of lines.
    const node = trendsFromFilters({ ...own, properties: filters, display: display.replace("Linear", "") }, "door");
    return readTrends(parse(TrendsQueryNode, node), { offset, hasOther });
  });
  const { entities, properties } = query;
  const filter = {
    insight: "TRENDS" as const,
    ...own,
    events: entities.filter((entity) => entity.type === "events"),
    actions: entities.filter((entity) => entity.type === "actions"),
    properties,
  };
  return { query, filter: filter as TrendFilter, refresh };
}
