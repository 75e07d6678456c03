import { defineNode } from "../shared/node-kind.ts";
import { upgradeBreakdown, upgradeCompare } from "../shared/upgrade-node.ts";
import { trendsFromFilters } from "./from-filters.ts";
import { trendsNodeActors } from "./node-actors.ts";
import { trendsQuery } from "./query.ts";
import type { TrendsQueryTypes } from "./query.ts";
import type { TrendsQueryRead } from "./query-node.ts";
import { trendsToFilters } from "./query-question.ts";

export interface TrendNodeTypes {
  query: TrendsQueryTypes;
  isSource: true;
  actorsQuery: never;
}

/** Trends as a query node. */
export const trendNode = defineNode<TrendNodeTypes, TrendsQueryRead>({
  query: trendsQuery,
  filters: { toNode: trendsFromFilters, ofNode: trendsToFilters },
  upgrade: (node) => upgradeBreakdown(upgradeCompare(node, "trendsFilter")),
  points: { named: ["day", "series", "compare", "breakdown"], list: trendsNodeActors },
});
