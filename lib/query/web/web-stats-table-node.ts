import * as v from "valibot";
import { pageFields } from "../tables/table-fields.ts";
import { WEB_BREAKDOWNS } from "./web-breakdown.ts";
import { ConversionGoal, webFields } from "./web-fields.ts";
import { WEB_ORDERS } from "./web-stats-row.ts";

const ORDERS = Object.keys(WEB_ORDERS) as (keyof typeof WEB_ORDERS)[];

/** The visits of a site by a value: a node of kind WebStatsTableQuery. Source: reference/query.md 4.12. */
export const WebStatsTableNode = v.strictObject({
  kind: v.literal("WebStatsTableQuery"),
  /** `FrustrationMetrics` lists pages with their rage clicks, dead clicks and errors. */
  breakdownBy: v.picklist(WEB_BREAKDOWNS),
  /** Adds the bounce rate; of `Page` that of sessions that began there. @default false */
  includeBounceRate: v.nullish(v.boolean()),
  /** Adds how far pages were scrolled; of `Page` only. @default false */
  includeScrollDepth: v.nullish(v.boolean()),
  /** Adds the time on pages, and the bounce rate; of `Page` only. @default false */
  includeAvgTimeOnPage: v.nullish(v.boolean()),
  /** Shows pages with their host. @default false */
  includeHost: v.nullish(v.boolean()),
  /** Cleans paths by the project's `path_cleaning_filters`. @default false */
  doPathCleaning: v.nullish(v.boolean()),
  /** Counts conversions instead of views. */
  conversionGoal: ConversionGoal,
  /** A column and its direction. @default visitors, then views, the most first */
  orderBy: v.nullish(v.tuple([v.picklist(ORDERS), v.picklist(["ASC", "DESC"])])),
  ...pageFields,
  ...webFields,
});
export type WebStatsTableNode = v.InferOutput<typeof WebStatsTableNode>;
