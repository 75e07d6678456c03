import { OBJECTS } from "../../../../../lib/admin/auth/scope-objects.ts";

export type Level = "none" | "read" | "write";

/** The scopes for the chosen levels; writing includes reading. Objects without a level get no scope. */
export function toScopes(levels: Readonly<Record<string, Level>>): string[] {
  return OBJECTS.flatMap((object) => {
    const level = levels[object] ?? "none";
    return level === "none" ? [] : [`${object}:${level}`];
  });
}

/** Scopes in words, for a list of keys. */
export function describeScopes(scopes: readonly string[]): string {
  return scopes.includes("*") ? "everything" : scopes.join(", ");
}
