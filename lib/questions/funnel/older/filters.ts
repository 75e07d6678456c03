import {
  camelCased,
  commonNode,
  hiddenKeys,
  renamed,
  tidy,
  toNodeInterval,
  unpacked,
} from "../../shared/filters-to-node.ts";
import type { Converter } from "../../shared/filters-to-node.ts";
import { toBreakdownFilter, toEntityNode, toSeries } from "../../shared/filters-to-series.ts";
import type { RequestFields } from "../../shared/request-fields.ts";
import { listOf, nodeToEntity, nodeToFilters, toHiddenKeys, toSnakeCase } from "../../shared/node-to-filters.ts";
import type { FunnelsQueryRead } from "../node.ts";

const FIELDS = {
  ...camelCased(
    "funnel_viz_type",
    "funnel_order_type",
    "funnel_from_step",
    "funnel_to_step",
    "funnel_window_interval",
    "funnel_window_interval_unit",
    "funnel_step_reference",
    "breakdown_attribution_type",
    "breakdown_attribution_value",
    "bin_count",
    "layout",
  ),
  funnel_aggregate_by_hogql: "funnelAggregateByHogQL",
};

/** The FunnelsQuery that older `filters` mean (reference/query.md 7). `funnel_window_days` does not count. */
export function funnelsFromFilters(filters: RequestFields, converter: Converter): RequestFields {
  const isTrends = converter === "server" && !filters["funnel_viz_type"] && filters["display"] === "ActionsLineGraph";
  const hidden = hiddenBreakdowns(filters);
  return tidy({
    kind: "FunnelsQuery",
    series: toSeries(filters, "first-time", converter),
    ...commonNode(filters, converter),
    ...toNodeInterval(filters, converter),
    aggregation_group_type_index: filters["aggregation_group_type_index"],
    breakdownFilter: toBreakdownFilter(filters, { isTrend: false, converter }),
    funnelsFilter: tidy({
      ...renamed(filters, FIELDS),
      ...(isTrends && { funnelVizType: "trends" }),
      exclusions: toExclusions(filters, converter),
      hiddenLegendBreakdowns: hidden.length === 0 ? null : hidden,
    }),
  });
}

function toExclusions(filters: RequestFields, converter: Converter): RequestFields[] | undefined {
  const exclusions = listOf(unpacked(filters["exclusions"])).map((entity) => {
    const { funnel_from_step: funnelFromStep, funnel_to_step: funnelToStep, ...whole } = entity;
    const { id, type, name, custom_name } = whole;
    const node = toEntityNode(converter === "door" ? whole : { id, type, name, custom_name }, converter);
    return Object.assign(node, { funnelFromStep, funnelToStep });
  });
  return exclusions.length === 0 ? undefined : exclusions;
}

/** Hidden lines by value. Older keys name an entity before the value: `events/$pageview/0/Chrome`. */
function hiddenBreakdowns(filters: RequestFields): string[] {
  return hiddenKeys(filters)
    .filter((key) => !/^\d+$/.test(key))
    .map((key) => (/^(?:events|actions)\/.*\/\d+\/(.*)$/.exec(key) ?? [])[1] ?? key);
}

export function funnelsToFilters({ funnelsFilter, ...node }: FunnelsQueryRead): RequestFields {
  const { hiddenLegendBreakdowns, exclusions, ...own } = funnelsFilter ?? {};
  return {
    ...nodeToFilters(node, "FUNNELS"),
    ...toSnakeCase(own),
    ...toHiddenKeys(hiddenLegendBreakdowns),
    ...(exclusions && { exclusions: exclusions.map(toExclusion) }),
  };
}

function toExclusion({ funnelFromStep, funnelToStep, ...node }: Record<string, unknown>, order: number): RequestFields {
  return { ...nodeToEntity(node), order, funnel_from_step: funnelFromStep, funnel_to_step: funnelToStep };
}
