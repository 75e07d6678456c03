import type { RequestFields } from "./request-fields.ts";
import { partOf } from "./node-to-filters.ts";
import type { FiltersOverride } from "./query-kind.ts";

/** The kinds whose breakdown a dashboard may replace. */
const BROKEN_DOWN = new Set(["TrendsQuery", "FunnelsQuery"]);

/**
 * The node of an insight under a dashboard's filters: either date replaces both of the node's, properties are added to
 * the node's, and a breakdown replaces the node's. Source: reference/query.md 6.3.
 */
export function overrideInsight(node: RequestFields, filters: FiltersOverride): RequestFields {
  const { date_from, date_to, properties, breakdown_filter: breakdown } = filters;
  const isDated = (date_from ?? null) !== null || (date_to ?? null) !== null;
  const compare = partOf(node["compareFilter"]);
  return {
    ...node,
    ...(isDated && {
      dateRange: { ...partOf(node["dateRange"]), date_from: date_from ?? null, date_to: date_to ?? null },
    }),
    // No period comes before all time.
    ...(isDated && date_from === "all" && compare["compare"] === true && { compareFilter: null }),
    ...(isFilled(properties) && { properties: bothOf(node["properties"], properties) }),
    ...(isFilled(breakdown) && BROKEN_DOWN.has(String(node["kind"])) && { breakdownFilter: breakdown }),
  };
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function bothOf(own: unknown, others: unknown): unknown {
  if (!isFilled(own)) return others;
  return { type: "AND", values: [toGroup(own), toGroup(others)] };
}

/** A list becomes a group: groups and filters do not mix. */
function toGroup(filters: unknown): unknown {
  return Array.isArray(filters) ? { type: "AND", values: filters as unknown[] } : filters;
}
