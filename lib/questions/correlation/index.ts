/**
 * Correlation: events or properties that actors who finished a funnel have in common, or actors who did not. Source:
 * reference/insights.md 12.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { defineNode } from "../shared/node-kind.ts";
import { correlationNodeActors } from "./actors.ts";
import { correlationQuery } from "./answer.ts";
import type { CorrelationQueryTypes } from "./answer.ts";
import { CorrelationActorsNode } from "./node.ts";
import type { CorrelationActorsRead, CorrelationQueryRead } from "./node.ts";
import { correlation, CorrelationResponse } from "./older/answer.ts";
import type { CorrelationResult } from "./older/answer.ts";
import { correlationPeople } from "./older/people.ts";
import type { CorrelationPeopleMethods } from "./older/people.ts";
import { CorrelationQuestion } from "./older/question.ts";

export { MIN_ITEM_ACTORS, MIN_ITEM_PART, strongestItems } from "./correlation-score.ts";
export { correlation } from "./older/answer.ts";
export type { CorrelationEvent, CorrelationResult } from "./older/answer.ts";
export { correlationPeople, olderCorrelationActors } from "./older/people.ts";
export type { CorrelationAnswer, CorrelationCount, CorrelationItem, CorrelationPlan, CorrelationWhat } from "./plan.ts";
export type { CorrelationQuestion } from "./older/question.ts";
export type { CorrelationPeopleQuestion, CorrelationPoint } from "./older/people.ts";

export interface CorrelationMethods {
  /**
   * Events or properties that persons who finished a funnel have in common, or persons who did not.
   * @example
   * const { result } = await hoglet.insights.correlation({ events: [{ id: "signed up" }, { id: "paid" }] });
   * result.events.map(({ event, odds_ratio }) => [event.event, odds_ratio]);
   */
  correlation(query: CorrelationQuestion & Asking): Promise<CorrelationResult>;
}

export interface CorrelationTypes {
  insight: "CORRELATION";
  methods: CorrelationMethods;
  people: CorrelationPeopleMethods;
  query: CorrelationQueryTypes;
  isSource: false;
  actorsQuery: { kind: "FunnelCorrelationActorsQuery"; node: CorrelationActorsNode };
}

export const correlationKind: InsightKind<CorrelationTypes> = {
  // This name is ours: the wire has none for it.
  insight: "CORRELATION",
  path: "funnel/correlation",
  summary: "Events or properties that persons who finished a funnel have in common, or persons who did not.",
  fields: CorrelationQuestion,
  example: { events: [{ id: "signed up" }, { id: "paid", order: 1 }], date_from: "-30d" },
  response: CorrelationResponse,
  ask: correlation,
  people: correlationPeople,
  node: defineNode<CorrelationTypes, CorrelationQueryRead, CorrelationActorsRead>({
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
  }),
};
