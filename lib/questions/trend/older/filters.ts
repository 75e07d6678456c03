import {
  camelCased,
  commonNode,
  hiddenIndexes,
  renamed,
  tidy,
  toNodeInterval,
  yesOf,
} from "../../shared/filters-to-node.ts";
import type { Converter } from "../../shared/filters-to-node.ts";
import { toBreakdownFilter, toSeries } from "../../shared/filters-to-series.ts";
import type { RequestFields } from "../../shared/request-fields.ts";
import { nodeToFilters, toHiddenKeys, toSnakeCase } from "../../shared/node-to-filters.ts";
import { DISPLAY_NAMES } from "../node.ts";
import type { TrendsQueryRead } from "../node.ts";

const FIELDS = camelCased(
  "smoothing_intervals",
  "formula",
  "show_legend",
  "show_alert_threshold_lines",
  "aggregation_axis_format",
  "aggregation_axis_prefix",
  "aggregation_axis_postfix",
  "decimal_places",
  "show_values_on_series",
  "show_labels_on_series",
  "show_percent_stack_view",
  "y_axis_scale_type",
  "show_multiple_y_axes",
);

/** The TrendsQuery that older `filters` mean, and back (reference/query.md 7). */
export function trendsFromFilters(filters: RequestFields, converter: Converter): RequestFields {
  const { display } = filters;
  const isKnown = converter === "browser" || DISPLAY_NAMES.has(String(display));
  return tidy({
    kind: "TrendsQuery",
    series: toSeries(filters, "all", converter),
    ...commonNode(filters, converter),
    ...toNodeInterval(filters, converter),
    aggregation_group_type_index: filters["aggregation_group_type_index"],
    breakdownFilter: toBreakdownFilter(filters, { isTrend: true, converter }),
    compareFilter: tidy({ compare: yesOf(filters["compare"]), compare_to: filters["compare_to"] }),
    trendsFilter: tidy({
      ...renamed(filters, FIELDS),
      display: isKnown ? display : null,
      hiddenLegendIndexes: hiddenIndexes(filters),
    }),
  });
}

export function trendsToFilters(node: TrendsQueryRead): RequestFields {
  const { hiddenLegendIndexes, ...own } = node.trendsFilter ?? {};
  return { ...nodeToFilters(node, "TRENDS"), ...toSnakeCase(own), ...toHiddenKeys(hiddenLegendIndexes) };
}
