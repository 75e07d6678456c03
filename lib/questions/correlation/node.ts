import { defineNode } from "../shared/node-kind.ts";
import { CorrelationActorsNode, correlationNodeActors } from "./node-actors.ts";
import type { CorrelationActorsRead } from "./node-actors.ts";
import { correlationQuery } from "./query.ts";
import type { CorrelationQueryTypes } from "./query.ts";
import type { CorrelationQueryRead } from "./query-node.ts";

export interface CorrelationNodeTypes {
  query: CorrelationQueryTypes;
  isSource: false;
  actorsQuery: { kind: "FunnelCorrelationActorsQuery"; node: CorrelationActorsNode };
}

/** Correlation as a query node. */
export const correlationNode = defineNode<CorrelationNodeTypes, CorrelationQueryRead, CorrelationActorsRead>({
  query: correlationQuery,
  actorsQuery: {
    kind: "FunnelCorrelationActorsQuery",
    summary: "Lists the ids of the actors behind a number of a correlation.",
    node: CorrelationActorsNode,
    example: {
      kind: "FunnelCorrelationActorsQuery",
      source: {
        kind: "FunnelCorrelationQuery",
        source: {
          kind: "FunnelsActorsQuery",
          source: { kind: "FunnelsQuery", series: [{ event: "signed up" }, { event: "paid" }] },
          funnelStep: -2,
        },
        funnelCorrelationType: "events",
      },
      funnelCorrelationPersonConverted: true,
      funnelCorrelationPersonEntity: { event: "watched video" },
    },
    list: correlationNodeActors,
  },
});
