import { camelCased, commonNode, renamed, tidy, unpacked } from "../../shared/filters-to-node.ts";
import type { Converter } from "../../shared/filters-to-node.ts";
import { funnelsFromFilters, funnelsToFilters } from "../../funnel/older/filters.ts";
import type { RequestFields } from "../../shared/request-fields.ts";
import { given, nodeToFilters, partOf, toSnakeCase } from "../../shared/node-to-filters.ts";
import type { PathsQueryRead } from "../node.ts";

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

const OF_DOOR = { ...FIELDS, include_custom_events: "includeCustomEvents" };

/** The PathsQuery that older `filters` mean (reference/query.md 7). */
export function pathsFromFilters(filters: RequestFields, converter: Converter): RequestFields {
  return {
    pathsFilter: {},
    ...tidy({
      kind: "PathsQuery",
      ...commonNode(filters, converter),
      aggregation_group_type_index: filters["aggregation_group_type_index"],
      pathsFilter: renamed(filters, converter === "door" ? OF_DOOR : FIELDS, converter),
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

export function pathsToFilters({ pathsFilter, funnelPathsFilter, ...node }: PathsQueryRead): RequestFields {
  const { funnelPathType, funnelSource, funnelStep } = funnelPathsFilter ?? {};
  return given({
    ...nodeToFilters(node, "PATHS"),
    ...toSnakeCase(pathsFilter),
    funnel_paths: funnelPathType,
    funnel_filter: funnelSource && given({ ...funnelsToFilters(funnelSource), funnel_step: funnelStep }),
  });
}
