import * as v from "valibot";

/** What a personal key may be allowed to touch (reference/rest.md 3.3). */
const OBJECTS = [
  "action",
  "activity_log",
  "cohort",
  "event",
  "feature_flag",
  "group",
  "insight",
  "organization",
  "person",
  "personal_api_key",
  "plugin",
  "project",
  "query",
  "user",
] as const;

/** `<object>:read` or `<object>:write`. */
export type Scope = `${(typeof OBJECTS)[number]}:${"read" | "write"}`;

const SCOPES = new Set<string>(OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`]));

/** A list of scopes as a client gives it; `*` = every scope. */
export const Scopes = v.array(
  v.pipe(
    v.string(),
    v.check(
      (scope) => scope === "*" || SCOPES.has(scope),
      (issue) => `Invalid scope: ${String(issue.input)}`,
    ),
  ),
);

/** Do the scopes of a key satisfy `needed`? `write` includes `read` of the same object and nothing else. */
export function satisfies(held: readonly string[], needed: Scope): boolean {
  return held.includes("*") || held.includes(needed) || held.includes(needed.replace(/:read$/, ":write"));
}
