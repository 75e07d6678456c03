/**
 * Stickiness: in how many days (or other intervals) of a range actors did an event. The plan counts the intervals of
 * each actor, and the answer the actors of each count. Source: reference/insights.md 9.
 */
import type * as v from "valibot";
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { defineNode } from "../shared/node-kind.ts";
import { upgradeCompare } from "../shared/upgrade-node.ts";
import { StickinessActorsNode, stickinessNodeActors } from "./actors.ts";
import type { StickinessActorsRead } from "./actors.ts";
import { stickinessQuery } from "./answer.ts";
import type { StickinessQueryTypes } from "./answer.ts";
import type { StickinessQueryRead } from "./node.ts";
import { stickiness, StickinessResponse } from "./older/answer.ts";
import type { StickinessResult } from "./older/answer.ts";
import { stickinessPeople } from "./older/people.ts";
import type { StickinessPeopleMethods } from "./older/people.ts";
import { stickinessFromFilters, StickinessQuestion, stickinessToFilters } from "./older/question.ts";

export { olderStickinessActors } from "./older/people.ts";
export type { StickinessPeopleQuestion, StickinessPoint } from "./older/people.ts";
export { stickiness } from "./older/answer.ts";
export type { StickinessResult, StickinessSeries } from "./older/answer.ts";
export type { StickinessPlan } from "./plan.ts";
export type { StickinessFilter, StickinessQuestion } from "./older/question.ts";

export interface StickinessMethods {
  /**
   * Persons by the number of days (or other intervals) of the range in which they did an event.
   * @example
   * await hoglet.insights.stickiness({ events: [{ id: "opened" }], date_from: "-30d" });
   */
  stickiness(query: StickinessQuestion & Asking): Promise<StickinessResult>;
}

export interface StickinessTypes {
  insight: "STICKINESS";
  methods: StickinessMethods;
  people: StickinessPeopleMethods;
  query: StickinessQueryTypes;
  isSource: true;
  actorsQuery: { kind: "StickinessActorsQuery"; node: v.InferInput<typeof StickinessActorsNode> };
}

export const stickinessKind: InsightKind<StickinessTypes> = {
  insight: "STICKINESS",
  shownAs: "Stickiness",
  path: "trend",
  summary: "Persons by the number of intervals in which they did an event.",
  fields: StickinessQuestion,
  example: { insight: "STICKINESS", events: [{ id: "opened" }], date_from: "-30d" },
  response: StickinessResponse,
  ask: stickiness,
  people: stickinessPeople,
  node: defineNode<StickinessTypes, StickinessQueryRead, StickinessActorsRead>({
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
  }),
};
