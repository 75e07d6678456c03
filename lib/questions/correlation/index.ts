/**
 * Correlation: the events or properties that those who finished a funnel have in common, or those who did not.
 * Source: reference/insights.md 12.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { correlationNode } from "./node.ts";
import type { CorrelationNodeTypes } from "./node.ts";
import { CorrelationQuestion } from "./question.ts";
import { correlation } from "./answer.ts";
import type { CorrelationResult } from "./answer.ts";
import { correlationPeople } from "./people.ts";
import type { CorrelationPeopleMethods } from "./people.ts";
import { CorrelationResponse } from "./response.ts";

export { correlation } from "./answer.ts";
export type { CorrelationEvent, CorrelationResult } from "./answer.ts";
export { correlationActors, correlationPeople } from "./people.ts";
export type { CorrelationAnswer, CorrelationCount, CorrelationItem, CorrelationPlan, CorrelationWhat } from "./plan.ts";
export type { CorrelationQuestion } from "./question.ts";
export type { CorrelationPeopleQuestion, CorrelationPoint } from "./people.ts";

export interface CorrelationMethods {
  /**
   * Events or properties that persons who finished a funnel have in common, or persons who did not.
   * @example
   * const { result } = await hoglet.insights.correlation({ events: [{ id: "signed up" }, { id: "paid" }] });
   * result.events.map(({ event, odds_ratio }) => [event.event, odds_ratio]);
   */
  correlation(query: CorrelationQuestion & Asking): Promise<CorrelationResult>;
}

export interface CorrelationTypes extends CorrelationNodeTypes {
  insight: "CORRELATION";
  methods: CorrelationMethods;
  people: CorrelationPeopleMethods;
}

export const correlationKind: InsightKind<CorrelationTypes> = {
  // This name is ours: the wire has none for it.
  insight: "CORRELATION",
  method: "correlation",
  path: "funnel/correlation",
  summary: "Events or properties that persons who finished a funnel have in common, or persons who did not.",
  fields: CorrelationQuestion,
  example: { events: [{ id: "signed up" }, { id: "paid", order: 1 }], date_from: "-30d" },
  response: CorrelationResponse,
  ask: correlation,
  people: correlationPeople,
  node: correlationNode,
};
