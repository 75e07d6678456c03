import { correlation, funnel, lifecycle, paths, retention, stickiness, trend } from "../insights/index.ts";
import type {
  CorrelationResult,
  FunnelResult,
  LifecycleResult,
  PathsResult,
  RetentionResult,
  StickinessResult,
  TrendResult,
} from "../insights/index.ts";
import type { InProject, Scope } from "./scope.ts";
import type { Stoppable } from "./with-signals.ts";

/**
 * A question: the parameters of HTTP, with real lists and objects. `refresh: true` computes the answer afresh; an aborting
 * `signal` (an AbortSignal) stops the work.
 */
type Query = Record<string, unknown> & InProject & Stoppable;

export interface InsightsHandle {
  /** Counts over time: one line per member of `events` and `actions`, or per value of a breakdown. */
  trend(query: Query): Promise<TrendResult>;
  /** Of those who did `target_entity` in each period, how many did `returning_entity` later. */
  retention(query?: Query): Promise<RetentionResult>;
  /** Of those who did the first step, how many did the next ones in time; `funnel_viz_type` gives other views of it. */
  funnel(query: Query): Promise<FunnelResult>;
  /** What those have in common who finished a funnel, or who did not. */
  correlation(query: Query): Promise<CorrelationResult>;
  /** What persons did one after the other, session by session: the most frequent steps from one item to the next. */
  paths(query?: Query): Promise<PathsResult>;
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
    funnel: async ({ project, ...query }) => funnel(open(), scope.project(project), query),
    correlation: async ({ project, ...query }) => correlation(open(), scope.project(project), query),
    paths: async ({ project, ...query } = {}) => paths(open(), scope.project(project), query),
    lifecycle: async ({ project, ...query }) => lifecycle(open(), scope.project(project), query),
    stickiness: async ({ project, ...query }) => stickiness(open(), scope.project(project), query),
  };
}
