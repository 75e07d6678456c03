import { commonNode, renamed, tidy, toNodeInterval } from "../shared/filters-to-node.ts";
import type { Converter } from "../shared/filters-to-node.ts";
import { toSeries } from "../shared/filters-to-series.ts";
import type { RequestFields } from "../shared/request-fields.ts";

const FIELDS = {
  toggledLifecycles: "toggledLifecycles",
  show_legend: "showLegend",
  show_values_on_series: "showValuesOnSeries",
};

/** The LifecycleQuery that older `filters` mean (reference/query.md 7). */
export function lifecycleFromFilters(filters: RequestFields, converter: Converter): RequestFields {
  return tidy({
    kind: "LifecycleQuery",
    series: toSeries(filters, "none", converter),
    ...commonNode(filters),
    ...toNodeInterval(filters, converter),
    lifecycleFilter: renamed(filters, FIELDS),
  });
}
