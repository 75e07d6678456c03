import * as v from "valibot";

/** What a personal key may be allowed to touch (reference/rest.md 3.3). */
const OBJECTS = [
  "action",
  "activity_log",
  "cohort",
  "dashboard",
  "event",
  "feature_flag",
  "group",
  "insight",
  "organization",
  "person",
  "plugin",
  "project",
  "query",
  "user",
] as const;

/**
 * What a route asks for: `<object>:read` or `<object>:write`; `*` = a key that may do everything, for what no single scope
 * covers (managing keys: a narrower scope could make itself a wider key).
 */
export type Scope = `${(typeof OBJECTS)[number]}:${"read" | "write"}` | "*";

const SCOPES = new Set<string>(OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`]));

/**
 * A list of scopes as a client gives it; `*` = every scope. An empty list means everything too and becomes `["*"]`, as in
 * the real service (reference/rest.md 3.3).
 */
export const Scopes = v.pipe(
  v.array(v.string()),
  v.check(
    (scopes) => scopes.every(isScope),
    (issue) => `Invalid scope: ${String((issue.input as string[]).find((scope) => !isScope(scope)))}`,
  ),
  v.transform((scopes) => (scopes.length === 0 ? ["*"] : scopes)),
);

function isScope(scope: string): boolean {
  return scope === "*" || SCOPES.has(scope);
}

/** Do the scopes of a key satisfy `needed`? `write` includes `read` of the same object and nothing else. */
export function satisfies(held: readonly string[], needed: Scope): boolean {
  return held.includes("*") || held.includes(needed) || held.includes(needed.replace(/:read$/, ":write"));
}
