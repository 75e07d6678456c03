import { camelCased, commonNode, renamed, tidy, unpacked, yesOf } from "../../shared/filters-to-node.ts";
import type { Converter } from "../../shared/filters-to-node.ts";
import { toBreakdownFilter } from "../../shared/filters-to-series.ts";
import { given, nodeToFilters, partOf, toSnakeCase } from "../../shared/node-to-filters.ts";
import type { RequestFields } from "../../shared/request-fields.ts";
import type { RetentionQueryRead } from "../node.ts";

const FIELDS = camelCased("retention_type", "retention_reference", "total_intervals", "period", "cumulative");

/** The RetentionQuery that older `filters` mean (reference/query.md 7). */
export function retentionFromFilters(filters: RequestFields, converter: Converter): RequestFields {
  const total = filters["total_intervals"];
  return tidy({
    kind: "RetentionQuery",
    ...commonNode(filters, converter),
    aggregation_group_type_index: filters["aggregation_group_type_index"],
    breakdownFilter: converter === "door" ? toBreakdownFilter(filters, { isTrend: true, converter }) : null,
    retentionFilter: tidy({
      ...renamed(filters, FIELDS),
      ...(typeof total === "string" && { totalIntervals: Number(total) }),
      cumulative: yesOf(filters["cumulative"]),
      targetEntity: toEntity(filters["target_entity"], converter),
      returningEntity: toEntity(filters["returning_entity"], converter),
      meanRetentionCalculation: toMean(filters, converter),
    }),
  });
}

const ENTITY_FIELDS = ["type", "id", "name", "custom_name", "order"];
const OF_BROWSER = [...ENTITY_FIELDS, "kind", "uuid"];

/** PostHog's converters drop the filters of entities. */
function toEntity(value: unknown, converter: Converter): RequestFields {
  const entity = partOf(unpacked(value));
  if (converter === "door") return given(entity);
  const names = converter === "browser" ? OF_BROWSER : ENTITY_FIELDS;
  const kept = given(Object.fromEntries(names.map((name) => [name, entity[name]])));
  const isAction = kept["type"] === "actions" && converter === "browser";
  return isAction ? { ...kept, id: Number(kept["id"]) } : kept;
}

/** The mean to show, always filled in. */
function toMean(filters: RequestFields, converter: Converter): unknown {
  const { mean_retention_calculation: mean, show_mean: shows } = filters;
  if (typeof mean === "string" && mean !== "") return mean;
  const isShown = converter === "browser" ? undefined : yesOf(shows);
  return isShown === false ? "none" : "simple";
}

export function retentionToFilters({ retentionFilter, ...node }: RetentionQueryRead): RequestFields {
  const { meanRetentionCalculation: mean, ...own } = retentionFilter;
  const hasMean = mean === "simple" || mean === "none";
  return given({
    ...nodeToFilters(node, "RETENTION"),
    ...toSnakeCase(own),
    mean_retention_calculation: mean,
    ...(hasMean && { show_mean: mean === "simple" }),
  });
}
