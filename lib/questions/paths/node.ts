import { defineNode } from "../shared/node-kind.ts";
import { pathsFromFilters } from "./from-filters.ts";
import { pathsNodeActors } from "./node-actors.ts";
import { pathsQuery, pathsToFilters } from "./query.ts";
import type { PathsQueryTypes } from "./query.ts";
import type { PathsQueryRead } from "./query-node.ts";

export interface PathsNodeTypes {
  query: PathsQueryTypes;
  isSource: true;
  actorsQuery: never;
}

/** Paths as a query node. */
export const pathsNode = defineNode<PathsNodeTypes, PathsQueryRead>({
  query: pathsQuery,
  filters: { toNode: pathsFromFilters, ofNode: pathsToFilters },
  points: { named: [], list: pathsNodeActors },
});
