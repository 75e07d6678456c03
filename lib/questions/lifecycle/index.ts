/**
 * Lifecycle: of the persons who did an event in a period, which are new, returning or resurrecting, and who became dormant.
 * A period is compared with the one before it and with everything earlier. Source: reference/insights.md 8.
 */
import type { Asking } from "../../base/call-options.ts";
import { LifecycleQuestion } from "./question.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { lifecycleNode } from "./node.ts";
import type { LifecycleNodeTypes } from "./node.ts";
import { lifecycle } from "./answer.ts";
import type { LifecycleResult } from "./answer.ts";
import { lifecyclePeople } from "./people.ts";
import type { LifecyclePeopleMethods } from "./people.ts";
import { LifecycleResponse } from "./response.ts";

export { lifecycleActors, lifecyclePeople } from "./people.ts";
export type { LifecyclePeopleQuestion, LifecyclePoint, PlainPerson } from "./people.ts";
export { lifecycle } from "./answer.ts";
export type { LifecycleResult, LifecycleSeries } from "./answer.ts";
export type { LifecyclePlan } from "./plan.ts";
export type { LifecycleQuestion } from "./question.ts";

export interface LifecycleMethods {
  /**
   * New, returning, resurrecting and dormant persons of the first entity, period by period.
   * @example
   * await hoglet.insights.lifecycle({ events: [{ id: "opened" }], date_from: "-8w", interval: "week" });
   */
  lifecycle(query: LifecycleQuestion & Asking): Promise<LifecycleResult>;
}

export interface LifecycleTypes extends LifecycleNodeTypes {
  insight: "LIFECYCLE";
  methods: LifecycleMethods;
  people: LifecyclePeopleMethods;
}

export const lifecycleKind: InsightKind<LifecycleTypes> = {
  insight: "LIFECYCLE",
  shownAs: "Lifecycle",
  method: "lifecycle",
  path: "trend",
  summary: "New, returning, resurrecting and dormant persons, period by period.",
  fields: LifecycleQuestion,
  example: { insight: "LIFECYCLE", events: [{ id: "opened" }], date_from: "-8w", interval: "week" },
  response: LifecycleResponse,
  ask: lifecycle,
  people: lifecyclePeople,
  node: lifecycleNode,
};
