/** What a key may be allowed to read, or to read and write (`lib/admin/auth/scope.ts`; held equal to it by a test). */
export const OBJECTS = [
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

export type Level = "none" | "read" | "write";

/** The scopes that say so; writing includes reading. What is not named gets nothing. */
export function toScopes(levels: Readonly<Record<string, Level>>): string[] {
  return OBJECTS.flatMap((object) => {
    const level = levels[object] ?? "none";
    return level === "none" ? [] : [`${object}:${level}`];
  });
}

/** In words, for a list of keys. */
export function describeScopes(scopes: readonly string[]): string {
  return scopes.includes("*") ? "everything" : scopes.join(", ");
}
