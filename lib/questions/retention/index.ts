/**
 * Retention: of the actors who did a target event in each period, how many did the returning event so many periods later.
 * Source: reference/insights.md 10.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { retentionNode } from "./node.ts";
import type { RetentionNodeTypes } from "./node.ts";
import { retentionPeople } from "./people.ts";
import type { RetentionPeopleMethods } from "./people.ts";
import { RetentionResponse } from "./response.ts";
import { RetentionQuestion } from "./question.ts";
import { retention } from "./answer.ts";
import type { RetentionResult } from "./answer.ts";

export { retentionActors } from "./actors.ts";
export type { RetentionPoint } from "./actors.ts";
export { retentionPeople } from "./people.ts";
export type { RetentionPeopleQuestion, RetentionPointFields } from "./people.ts";
export { retention } from "./answer.ts";
export type { RetentionResult, RetentionRowResult } from "./answer.ts";
export type { RetentionPeople, RetentionPeopleRow } from "./read-retention-people.ts";
export type { RetentionPlan } from "./plan.ts";
export type { RetentionQuestion } from "./question.ts";

export interface RetentionMethods {
  /**
   * Counts, of the persons who did `target_entity` in each period, those who did `returning_entity` later.
   * @example
   * await hoglet.insights.retention({ target_entity: { id: "signed up" }, returning_entity: { id: "opened" }, period: "Week" });
   */
  retention(query?: RetentionQuestion & Asking): Promise<RetentionResult>;
}

export interface RetentionTypes extends RetentionNodeTypes {
  insight: "RETENTION";
  methods: RetentionMethods;
  people: RetentionPeopleMethods;
}

export const retentionKind: InsightKind<RetentionTypes> = {
  insight: "RETENTION",
  method: "retention",
  path: "retention",
  summary: "Counts the persons who came back, period by period.",
  fields: RetentionQuestion,
  example: { target_entity: { id: "signed up" }, returning_entity: { id: "opened" }, period: "Week" },
  response: RetentionResponse,
  ask: retention,
  people: retentionPeople,
  node: retentionNode,
};
