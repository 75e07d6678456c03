import { insightMethods } from "../questions/index.ts";
import type { InsightMethods } from "../questions/index.ts";
import { questionMethods } from "./question-methods.ts";
import type { Scope } from "./scope.ts";

/**
 * Questions: the parameters of HTTP, with real lists and objects. Each throws HogletError 400 naming a field that
 * cannot be read, or that looks like a typo of another; 404 for an unknown project; 499 when the `signal` aborts.
 */
export interface InsightsHandle extends InsightMethods {}

export function insightsHandle(scope: Scope): InsightsHandle {
  return questionMethods<InsightsHandle>(scope, insightMethods);
}
