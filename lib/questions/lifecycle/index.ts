/**
 * Lifecycle: of the persons who did an event in a period, which are new, returning or resurrecting, and who became
 * dormant. Source: reference/insights.md 8.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { defineNode } from "../shared/node-kind.ts";
import { lifecycleNodeActors } from "./actors.ts";
import { lifecycleQuery } from "./answer.ts";
import type { LifecycleQueryTypes } from "./answer.ts";
import type { LifecycleQueryRead } from "./node.ts";
import { lifecycle, LifecycleResponse } from "./older/answer.ts";
import type { LifecycleResult } from "./older/answer.ts";
import { lifecyclePeople } from "./older/people.ts";
import type { LifecyclePeopleMethods } from "./older/people.ts";
import { lifecycleFromFilters, LifecycleQuestion, lifecycleToFilters } from "./older/question.ts";

export { olderLifecycleActors } from "./older/people.ts";
export type { LifecyclePeopleQuestion, LifecyclePoint, PlainPerson } from "./older/people.ts";
export { lifecycle } from "./older/answer.ts";
export type { LifecycleResult, LifecycleSeries } from "./older/answer.ts";
export type { LifecyclePlan } from "./plan.ts";
export type { LifecycleFilter, LifecycleQuestion } from "./older/question.ts";

export interface LifecycleMethods {
  /**
   * New, returning, resurrecting and dormant persons of the first entity, period by period.
   * @example
   * await hoglet.insights.lifecycle({ events: [{ id: "opened" }], date_from: "-8w", interval: "week" });
   */
  lifecycle(query: LifecycleQuestion & Asking): Promise<LifecycleResult>;
}

export interface LifecycleTypes {
  insight: "LIFECYCLE";
  methods: LifecycleMethods;
  people: LifecyclePeopleMethods;
  query: LifecycleQueryTypes;
  isSource: true;
  actorsQuery: never;
}

export const lifecycleKind: InsightKind<LifecycleTypes> = {
  insight: "LIFECYCLE",
  shownAs: "Lifecycle",
  path: "trend",
  summary: "New, returning, resurrecting and dormant persons, period by period.",
  fields: LifecycleQuestion,
  example: { insight: "LIFECYCLE", events: [{ id: "opened" }], date_from: "-8w", interval: "week" },
  response: LifecycleResponse,
  ask: lifecycle,
  people: lifecyclePeople,
  node: defineNode<LifecycleTypes, LifecycleQueryRead>({
    query: lifecycleQuery,
    filters: { toNode: lifecycleFromFilters, ofNode: lifecycleToFilters },
    points: { named: ["day", "status", "series"], list: lifecycleNodeActors },
  }),
};
