import { peopleMethods } from "../questions/index.ts";
import type { PeopleMethods } from "../questions/index.ts";
import { questionMethods } from "./question-methods.ts";
import type { Scope } from "./scope.ts";

/**
 * The people behind a number of an answer. A question has the fields of the insight, the fields that name the number
 * (the `filter` of an answer's links has them all), and those of the page. Each throws HogletError 400 naming the
 * field.
 */
export interface PeopleBehindMethods extends PeopleMethods {}

export function peopleBehindMethods(scope: Scope): PeopleBehindMethods {
  return questionMethods<PeopleBehindMethods>(scope, peopleMethods);
}
