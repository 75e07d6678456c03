/**
 * Trends: how often something happened, over time or in the whole range; a line for each entity, or for each value of a
 * breakdown, or one line by a formula. Source: reference/insights.md 7.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { trendNode } from "./node.ts";
import type { TrendNodeTypes } from "./node.ts";
import { trendPeople } from "./people.ts";
import type { TrendPeopleMethods } from "./people.ts";
import { TrendResponse } from "./response.ts";
import { TrendQuestion } from "./question.ts";
import { trend } from "./answer.ts";
import type { TrendResult } from "./answer.ts";

export { trendActors, trendPeople } from "./people.ts";
export type { TrendPeopleQuestion, TrendPoint } from "./people.ts";
export { countPersonEvents } from "./count-person-events.ts";
export type { TrendsAnswer } from "./query.ts";
export type { TrendsAction, TrendsLine } from "./query-series.ts";
export { trend } from "./answer.ts";
export type { TrendResult } from "./answer.ts";
export type { BreakdownPlan, QuantilesPlan, TrendPlan, TrendSeriesPlan } from "./plan.ts";
export type { TrendFilter, TrendQuestion } from "./question.ts";
export type { TrendSeries } from "./trend-series.ts";

export interface TrendMethods {
  /**
   * Counts over time: a line for each member of `events` and `actions`, or for each value of a breakdown.
   * @example
   * const { result } = await hoglet.insights.trend({ events: [{ id: "signed up", math: "dau" }], date_from: "-30d" });
   */
  trend(query: TrendQuestion & Asking): Promise<TrendResult>;
}

export interface TrendTypes extends TrendNodeTypes {
  insight: "TRENDS";
  methods: TrendMethods;
  people: TrendPeopleMethods;
}

export const trendKind: InsightKind<TrendTypes> = {
  insight: "TRENDS",
  shownAs: "Volume",
  method: "trend",
  path: "trend",
  summary: "Counts over time.",
  fields: TrendQuestion,
  example: { events: [{ id: "signed up" }], date_from: "-30d", interval: "week" },
  response: TrendResponse,
  ask: trend,
  people: trendPeople,
  node: trendNode,
};
