import type * as v from "valibot";
import { defineNode } from "../shared/node-kind.ts";
import { upgradeCompare } from "../shared/upgrade-node.ts";
import { stickinessFromFilters } from "./from-filters.ts";
import { StickinessActorsNode, stickinessNodeActors } from "./node-actors.ts";
import type { StickinessActorsRead } from "./node-actors.ts";
import { stickinessQuery, stickinessToFilters } from "./query.ts";
import type { StickinessQueryTypes } from "./query.ts";
import type { StickinessQueryRead } from "./query-node.ts";

export interface StickinessNodeTypes {
  query: StickinessQueryTypes;
  isSource: true;
  actorsQuery: { kind: "StickinessActorsQuery"; node: v.InferInput<typeof StickinessActorsNode> };
}

/** Stickiness as a query node. */
export const stickinessNode = defineNode<StickinessNodeTypes, StickinessQueryRead, StickinessActorsRead>({
  query: stickinessQuery,
  filters: { toNode: stickinessFromFilters, ofNode: stickinessToFilters },
  upgrade: (node) => upgradeCompare(node, "stickinessFilter"),
  points: { named: ["day", "series", "compare"], list: stickinessNodeActors },
  actorsQuery: {
    kind: "StickinessActorsQuery",
    summary: "Lists the ids of the actors of a stickiness.",
    node: StickinessActorsNode,
    example: {
      kind: "StickinessActorsQuery",
      source: { kind: "StickinessQuery", series: [{ event: "signed up" }, { event: "paid" }] },
      day: 3,
      operator: "gte",
    },
    list: (ctx, project, node) => stickinessNodeActors(ctx, project, node.source, node),
  },
});
