import type { FiltersOverride, RequestFields } from "../questions/index.ts";

/** A dashboard's dates replace a query's, its properties are appended (reference/query.md 6.3). */
export function overrideRange(node: RequestFields, { date_from, date_to, properties }: FiltersOverride): RequestFields {
  const isDated = (date_from ?? date_to ?? null) !== null;
  const own = Array.isArray(node["properties"]) ? (node["properties"] as unknown[]) : [];
  const added = Array.isArray(properties) ? (properties as unknown[]) : [];
  return {
    ...node,
    ...(isDated && { dateRange: { date_from: date_from ?? null, date_to: date_to ?? null } }),
    ...(added.length > 0 && { properties: [...own, ...added] }),
  };
}
