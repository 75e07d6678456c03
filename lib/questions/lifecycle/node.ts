import { defineNode } from "../shared/node-kind.ts";
import { lifecycleFromFilters } from "./from-filters.ts";
import { lifecycleNodeActors } from "./node-actors.ts";
import { lifecycleQuery, lifecycleToFilters } from "./query.ts";
import type { LifecycleQueryTypes } from "./query.ts";
import type { LifecycleQueryRead } from "./query-node.ts";

export interface LifecycleNodeTypes {
  query: LifecycleQueryTypes;
  isSource: true;
  actorsQuery: never;
}

/** Lifecycle as a query node. */
export const lifecycleNode = defineNode<LifecycleNodeTypes, LifecycleQueryRead>({
  query: lifecycleQuery,
  filters: { toNode: lifecycleFromFilters, ofNode: lifecycleToFilters },
  points: { named: ["day", "status", "series"], list: lifecycleNodeActors },
});
