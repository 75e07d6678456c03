import { anyQuestionFields, insightKinds } from "../questions/index.ts";
import type { AnyInsightKind, InsightMethods } from "../questions/index.ts";
import type { Asking } from "../base/call-options.ts";
import { known } from "./known.ts";
import type { Scope } from "./scope.ts";

/**
 * Questions: the parameters of HTTP, with real lists and objects. Each throws HogletError 400 naming a field that
 * cannot be read, or that looks like a typo of another; 404 for an unknown project; 499 when the `signal` aborts.
 */
export interface InsightsHandle extends InsightMethods {}

export function insightsHandle({ open, project: find }: Scope): InsightsHandle {
  const toMethod = ({ method, fields, ask }: AnyInsightKind) => [
    method,
    async ({ project, ...query }: Asking = {}) => ask(open(), find(project), known(fields, query, anyQuestionFields)),
  ];
  // The kinds have the types of their methods, which `Object.fromEntries` loses.
  return Object.fromEntries(insightKinds.map(toMethod)) as InsightsHandle;
}
