import { anyQuestionFields, insightKinds } from "../questions/index.ts";
import type { AnyInsightKind, PeopleMethods } from "../questions/index.ts";
import type { Asking } from "../base/call-options.ts";
import { known } from "./known.ts";
import type { Scope } from "./scope.ts";

/**
 * The people behind a number of an answer. A question has the fields of the insight, the fields that name the number
 * (the `filter` of an answer's links has them all), and those of the page. Each throws HogletError 400 naming the
 * field.
 */
export interface PeopleBehindMethods extends PeopleMethods {}

export function peopleBehindMethods({ open, project: find }: Scope): PeopleBehindMethods {
  const toMethod = ({ people: { method, fields, ask } }: AnyInsightKind) => [
    method,
    async ({ project, ...query }: Asking = {}) => ask(open(), find(project), known(fields, query, anyQuestionFields)),
  ];
  // The kinds have the types of their methods, which `Object.fromEntries` loses.
  return Object.fromEntries(insightKinds.map(toMethod)) as PeopleBehindMethods;
}
