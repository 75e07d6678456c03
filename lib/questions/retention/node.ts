import { defineNode } from "../shared/node-kind.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { isFields } from "../shared/upgrade-node.ts";
import { retentionFromFilters } from "./from-filters.ts";
import { retentionNodeActors } from "./node-actors.ts";
import { retentionQuery } from "./query.ts";
import type { RetentionQueryTypes } from "./query.ts";
import type { RetentionQueryRead } from "./query-node.ts";
import { retentionToFilters } from "./query-question.ts";

export interface RetentionNodeTypes {
  query: RetentionQueryTypes;
  isSource: true;
  actorsQuery: never;
}

/** Retention as a query node. */
export const retentionNode = defineNode<RetentionNodeTypes, RetentionQueryRead>({
  query: retentionQuery,
  filters: { toNode: retentionFromFilters, ofNode: retentionToFilters },
  upgrade: upgradeMean,
  points: { named: ["interval", "breakdown"], list: retentionNodeActors },
});

/** `showMean` became `meanRetentionCalculation`. */
function upgradeMean(node: RequestFields): RequestFields {
  const filter = node["retentionFilter"];
  if (!isFields(filter) || !Object.hasOwn(filter, "showMean")) return node;
  const { showMean, ...rest } = filter;
  const mean = rest["meanRetentionCalculation"] ?? (showMean === true ? "simple" : "none");
  return { ...node, retentionFilter: { ...rest, meanRetentionCalculation: mean }, version: 2 };
}
