import { defineNode } from "../shared/node-kind.ts";
import { upgradeBreakdown } from "../shared/upgrade-node.ts";
import { funnelsFromFilters } from "./from-filters.ts";
import { funnelsNodeActors } from "./node-actors.ts";
import { funnelsQuery } from "./query.ts";
import type { FunnelsQueryTypes } from "./query.ts";
import { FunnelsActorsNode } from "./query-node.ts";
import type { FunnelsActorsRead, FunnelsQueryRead } from "./query-node.ts";
import { funnelsToFilters } from "./query-question.ts";

export interface FunnelNodeTypes {
  query: FunnelsQueryTypes;
  isSource: false;
  actorsQuery: { kind: "FunnelsActorsQuery"; node: FunnelsActorsNode };
}

/** Funnels as a query node. */
export const funnelNode = defineNode<FunnelNodeTypes, FunnelsQueryRead, FunnelsActorsRead>({
  query: funnelsQuery,
  filters: { toNode: funnelsFromFilters, ofNode: funnelsToFilters },
  upgrade: upgradeBreakdown,
  actorsQuery: {
    kind: "FunnelsActorsQuery",
    summary: "Lists the ids of the actors of a funnel's step.",
    node: FunnelsActorsNode,
    example: {
      kind: "FunnelsActorsQuery",
      source: { kind: "FunnelsQuery", series: [{ event: "signed up" }, { event: "paid" }] },
      funnelStep: -2,
    },
    list: funnelsNodeActors,
  },
});
