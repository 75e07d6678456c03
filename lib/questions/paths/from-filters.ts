import { camelCased, commonNode, renamed, tidy, unpacked } from "../shared/filters-to-node.ts";
import type { Converter } from "../shared/filters-to-node.ts";
import { funnelsFromFilters } from "../funnel/older/filters.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { given, partOf } from "../shared/node-to-filters.ts";

const FIELDS = {
  ...camelCased(
    "include_event_types",
    "start_point",
    "end_point",
    "step_limit",
    "edge_limit",
    "min_edge_weight",
    "max_edge_weight",
    "path_groupings",
    "exclude_events",
    "path_replacements",
    "local_path_cleaning_filters",
  ),
  paths_hogql_expression: "pathsHogQLExpression",
};

/** The PathsQuery that older `filters` mean (reference/query.md 7). */
export function pathsFromFilters(filters: RequestFields, converter: Converter): RequestFields {
  return {
    pathsFilter: {},
    ...tidy({
      kind: "PathsQuery",
      ...commonNode(filters),
      aggregation_group_type_index: filters["aggregation_group_type_index"],
      pathsFilter: renamed(filters, FIELDS),
      funnelPathsFilter: toFunnel(filters, converter),
    }),
  };
}

function toFunnel(filters: RequestFields, converter: Converter): RequestFields {
  const funnel = partOf(unpacked(filters["funnel_filter"]));
  const part = filters["funnel_paths"];
  if (!part || Object.keys(funnel).length === 0) return {};
  return given({
    funnelPathType: part,
    funnelSource: funnelsFromFilters(funnel, converter),
    funnelStep: funnel["funnel_step"],
  });
}
