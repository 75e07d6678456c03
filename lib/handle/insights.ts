import { lifecycle, retention, stickiness, trend } from "../insights/index.ts";
import type { LifecycleResult, RetentionResult, StickinessResult, TrendResult } from "../insights/index.ts";
import type { InProject, Scope } from "./scope.ts";

/** A question: the parameters of HTTP, with real lists and objects. `refresh: true` computes the answer afresh. */
type Query = Record<string, unknown> & InProject;

export interface InsightsHandle {
  /** Counts over time: one line per member of `events` and `actions`, or per value of a breakdown. */
  trend(query: Query): Promise<TrendResult>;
  /** Of those who did `target_entity` in each period, how many did `returning_entity` later. */
  retention(query?: Query): Promise<RetentionResult>;
  /** New, returning, resurrecting and dormant persons of the first entity, period by period. */
  lifecycle(query: Query): Promise<LifecycleResult>;
  /** Persons by the number of days (or other intervals) of the range in which they did it. */
  stickiness(query: Query): Promise<StickinessResult>;
}

export function insightsHandle(scope: Scope): InsightsHandle {
  const { open } = scope;
  return {
    trend: async ({ project, ...query }) => trend(open(), scope.project(project), query),
    retention: async ({ project, ...query } = {}) => retention(open(), scope.project(project), query),
    lifecycle: async ({ project, ...query }) => lifecycle(open(), scope.project(project), query),
    stickiness: async ({ project, ...query }) => stickiness(open(), scope.project(project), query),
  };
}
