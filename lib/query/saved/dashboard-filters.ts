import * as v from "valibot";
import { StoredText } from "../../storage/index.ts";
import type { DashboardFilters } from "./dashboard.ts";

/** A date as questions have it; empty or null = the insights' own. */
const DateText = v.exactOptional(
  v.pipe(
    v.nullable(v.pipe(StoredText, v.maxLength(100))),
    v.transform((date) => date ?? ""),
  ),
);

/** The filters of a dashboard or a tile; empty parts are left out. */
export const FiltersInput = v.pipe(
  v.object({
    date_from: DateText,
    date_to: DateText,
    /** Property filters that the insights' events must pass too: a list, or a group. */
    properties: v.nullish(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
    /** The breakdown of trends and funnels that were saved by `query`. */
    breakdown_filter: v.nullish(v.record(v.string(), v.unknown())),
  }),
  v.transform(
    ({ date_from: from = "", date_to: to = "", properties, breakdown_filter: breakdown }): DashboardFilters => ({
      ...(from !== "" && { date_from: from }),
      ...(to !== "" && { date_to: to }),
      ...(Object.keys(properties ?? []).length > 0 && { properties: properties as unknown[] }),
      ...(Object.keys(breakdown ?? {}).length > 0 && { breakdown_filter: breakdown as Record<string, unknown> }),
    }),
  ),
);

/**
 * The filters over a tile's insight: the tile's own, if it has filters, replace the dashboard's altogether
 * (reference/query.md 6.3).
 */
export function filtersOfTile<Filters extends object>(
  own: DashboardFilters,
  dashboard: Filters,
): Filters | DashboardFilters {
  return Object.keys(own).length > 0 ? own : dashboard;
}
