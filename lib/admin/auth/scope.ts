import * as v from "valibot";
import { OBJECTS } from "./scope-objects.ts";

/**
 * `<object>:read` or `<object>:write`; `*` = a key that may do everything, for routes beyond single scopes (managing
 * keys: a narrower scope could create itself a wider key).
 */
export type Scope = `${(typeof OBJECTS)[number]}:${"read" | "write"}` | "*";

const SCOPES = new Set<string>(OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`]));

/** `*` = every scope. An empty list is refused; in PostHog it means every scope. */
export const Scopes = v.pipe(
  v.array(v.string()),
  v.nonEmpty('Expected at least one scope; ["*"] means every scope.'),
  v.check(
    (scopes) => scopes.every(isScope),
    (issue) => `Invalid scope: ${String((issue.input as string[]).find((scope) => !isScope(scope)))}`,
  ),
);

function isScope(scope: string): boolean {
  return scope === "*" || SCOPES.has(scope);
}

/** `write` includes only `read` of the same object. */
export function satisfies(held: readonly string[], needed: Scope): boolean {
  return held.includes("*") || held.includes(needed) || held.includes(needed.replace(/:read$/, ":write"));
}
