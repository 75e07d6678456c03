/**
 * Trends: how often something happened, over time or in the whole range; a line for each entity, value of a breakdown,
 * or formula. Source: reference/insights.md 7.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { defineNode } from "../shared/node-kind.ts";
import { upgradeBreakdown, upgradeCompare } from "../shared/upgrade-node.ts";
import { trendsNodeActors } from "./actors.ts";
import { trendsQuery } from "./answer.ts";
import type { TrendsQueryTypes } from "./answer.ts";
import { trendsNodeEvents } from "./events-behind.ts";
import type { TrendsQueryRead } from "./node.ts";
import { trend, TrendResponse } from "./older/answer.ts";
import type { TrendResult } from "./older/answer.ts";
import { trendsFromFilters, trendsToFilters } from "./older/filters.ts";
import { trendPeople } from "./older/people.ts";
import type { TrendPeopleMethods } from "./older/people.ts";
import { TrendQuestion } from "./older/question.ts";

export { olderTrendActors } from "./older/people.ts";
export type { TrendPeopleQuestion, TrendPoint } from "./older/people.ts";
export { countPersonEvents } from "./count-person-events.ts";
export type { TrendsAnswer } from "./answer.ts";
export type { TrendsAction, TrendsLine } from "./lines.ts";
export { trend } from "./older/answer.ts";
export type { TrendResult } from "./older/answer.ts";
export type { TrendSeries } from "./older/lines.ts";
export type { BreakdownPlan, QuantilesPlan, TrendPlan, TrendSeriesPlan } from "./plan.ts";
export type { TrendFilter, TrendQuestion } from "./older/question.ts";

export interface TrendMethods {
  /**
   * Counts over time: a line for each member of `events` and `actions`, or for each value of a breakdown.
   * @example
   * const { result } = await hoglet.insights.trend({ events: [{ id: "signed up", math: "dau" }], date_from: "-30d" });
   */
  trend(query: TrendQuestion & Asking): Promise<TrendResult>;
}

export interface TrendTypes {
  insight: "TRENDS";
  methods: TrendMethods;
  people: TrendPeopleMethods;
  query: TrendsQueryTypes;
  isSource: true;
  actorsQuery: never;
}

export const trendKind: InsightKind<TrendTypes> = {
  insight: "TRENDS",
  shownAs: "Volume",
  path: "trend",
  summary: "Counts over time.",
  fields: TrendQuestion,
  example: { events: [{ id: "signed up" }], date_from: "-30d", interval: "week" },
  response: TrendResponse,
  ask: trend,
  people: trendPeople,
  node: defineNode<TrendTypes, TrendsQueryRead>({
    query: trendsQuery,
    filters: { toNode: trendsFromFilters, ofNode: trendsToFilters },
    upgrade: (node) => upgradeBreakdown(upgradeCompare(node, "trendsFilter")),
    points: { named: ["day", "series", "compare", "breakdown"], list: trendsNodeActors, events: trendsNodeEvents },
  }),
};
