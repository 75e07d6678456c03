/**
 * Retention: of the actors with a target event in a period, how many did the returning event some periods later.
 * Source: reference/insights.md 10.
 */
import type { Asking } from "../../base/call-options.ts";
import { isFields } from "../../base/fields.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { defineNode } from "../shared/node-kind.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { retentionNodeActors, retentionNodeEvents } from "./actors.ts";
import { retentionQuery } from "./answer.ts";
import type { RetentionQueryTypes } from "./answer.ts";
import type { RetentionQueryRead } from "./node.ts";
import { retention, RetentionResponse } from "./older/answer.ts";
import type { RetentionResult } from "./older/answer.ts";
import { retentionFromFilters, retentionToFilters } from "./older/filters.ts";
import { retentionPeople } from "./older/people.ts";
import type { RetentionPeopleMethods } from "./older/people.ts";
import { RetentionQuestion } from "./older/question.ts";

export { olderRetentionActors } from "./older/actors.ts";
export type { RetentionPoint } from "./older/actors.ts";
export type { RetentionPeopleQuestion, RetentionPointFields } from "./older/people.ts";
export { retention } from "./older/answer.ts";
export type { RetentionResult, RetentionRowResult } from "./older/answer.ts";
export type { RetentionPeople, RetentionPeopleRow } from "./older/read-people.ts";
export type { RetentionPlan } from "./plan.ts";
export type { RetentionQuestion } from "./older/question.ts";

export interface RetentionMethods {
  /**
   * Counts, of the persons who did `target_entity` in each period, those who did `returning_entity` later.
   * @example
   * await hoglet.insights.retention({ target_entity: { id: "signed up" }, returning_entity: { id: "opened" }, period: "Week" });
   */
  retention(query?: RetentionQuestion & Asking): Promise<RetentionResult>;
}

export interface RetentionTypes {
  insight: "RETENTION";
  methods: RetentionMethods;
  people: RetentionPeopleMethods;
  query: RetentionQueryTypes;
  isSource: true;
  actorsQuery: never;
}

export const retentionKind: InsightKind<RetentionTypes> = {
  insight: "RETENTION",
  path: "retention",
  summary: "Counts the persons who came back, period by period.",
  fields: RetentionQuestion,
  example: { target_entity: { id: "signed up" }, returning_entity: { id: "opened" }, period: "Week" },
  response: RetentionResponse,
  ask: retention,
  people: retentionPeople,
  node: defineNode<RetentionTypes, RetentionQueryRead>({
    query: retentionQuery,
    filters: { toNode: retentionFromFilters, ofNode: retentionToFilters },
    upgrade: upgradeMean,
    points: { named: ["interval", "breakdown"], list: retentionNodeActors, events: retentionNodeEvents },
  }),
};

/** `showMean` became `meanRetentionCalculation`. */
function upgradeMean(node: RequestFields): RequestFields {
  const filter = node["retentionFilter"];
  if (!isFields(filter) || !Object.hasOwn(filter, "showMean")) return node;
  const { showMean, ...rest } = filter;
  const mean = rest["meanRetentionCalculation"] ?? (showMean === true ? "simple" : "none");
  return { ...node, retentionFilter: { ...rest, meanRetentionCalculation: mean }, version: 2 };
}
