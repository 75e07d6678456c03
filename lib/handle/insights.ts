import { trend } from "../insights/index.ts";
import type { TrendResult } from "../insights/index.ts";
import type { InProject, Scope } from "./scope.ts";

export interface InsightsHandle {
  /** Counts over time: one line per member of `events`. */
  trend(query: Record<string, unknown> & InProject): Promise<TrendResult>;
}

export function insightsHandle(scope: Scope): InsightsHandle {
  const { open } = scope;
  return {
    trend: async ({ project, ...query }) => trend(open(), scope.project(project), query),
  };
}
