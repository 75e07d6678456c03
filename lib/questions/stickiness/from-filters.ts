import { commonNode, hiddenIndexes, renamed, tidy, toNodeInterval, yesOf } from "../shared/filters-to-node.ts";
import type { Converter } from "../shared/filters-to-node.ts";
import { toSeries } from "../shared/filters-to-series.ts";
import type { RequestFields } from "../shared/request-fields.ts";

const FIELDS = { show_legend: "showLegend", show_values_on_series: "showValuesOnSeries" };
const OF_BROWSER = { ...FIELDS, computed_as: "computedAs", display: "display" };

/** The StickinessQuery that older `filters` mean (reference/query.md 7). */
export function stickinessFromFilters(filters: RequestFields, converter: Converter): RequestFields {
  return tidy({
    kind: "StickinessQuery",
    series: toSeries(filters, "actors", converter),
    ...commonNode(filters),
    ...toNodeInterval(filters, converter),
    compareFilter: tidy({ compare: yesOf(filters["compare"]), compare_to: filters["compare_to"] }),
    stickinessFilter: tidy({
      ...renamed(filters, converter === "browser" ? OF_BROWSER : FIELDS),
      hiddenLegendIndexes: hiddenIndexes(filters),
    }),
  });
}
