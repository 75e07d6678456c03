/**
 * Stickiness: in how many days (or other intervals) of a range actors did an event. For each entity the plan counts the
 * intervals of each actor, and the answer says how many actors have each count. Source: reference/insights.md 9.
 */
import type { Asking } from "../../base/call-options.ts";
import { StickinessQuestion } from "./question.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { stickinessNode } from "./node.ts";
import type { StickinessNodeTypes } from "./node.ts";
import { stickinessPeople } from "./people.ts";
import type { StickinessPeopleMethods } from "./people.ts";
import { StickinessResponse } from "./response.ts";
import { stickiness } from "./answer.ts";
import type { StickinessResult } from "./answer.ts";

export { stickinessActors, stickinessPeople } from "./people.ts";
export type { StickinessPeopleQuestion, StickinessPoint } from "./people.ts";
export { stickiness } from "./answer.ts";
export type { StickinessResult, StickinessSeries } from "./answer.ts";
export type { StickinessPlan } from "./plan.ts";
export type { StickinessQuestion } from "./question.ts";

export interface StickinessMethods {
  /**
   * Persons by the number of days (or other intervals) of the range in which they did an event.
   * @example
   * await hoglet.insights.stickiness({ events: [{ id: "opened" }], date_from: "-30d" });
   */
  stickiness(query: StickinessQuestion & Asking): Promise<StickinessResult>;
}

export interface StickinessTypes extends StickinessNodeTypes {
  insight: "STICKINESS";
  methods: StickinessMethods;
  people: StickinessPeopleMethods;
}

export const stickinessKind: InsightKind<StickinessTypes> = {
  insight: "STICKINESS",
  shownAs: "Stickiness",
  method: "stickiness",
  path: "trend",
  summary: "Persons by the number of intervals in which they did an event.",
  fields: StickinessQuestion,
  example: { insight: "STICKINESS", events: [{ id: "opened" }], date_from: "-30d" },
  response: StickinessResponse,
  ask: stickiness,
  people: stickinessPeople,
  node: stickinessNode,
};
