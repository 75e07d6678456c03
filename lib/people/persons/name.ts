import type { Properties } from "./person.ts";

/**
 * Display-name properties of projects without a list of their own (a project's list replaces this list;
 * reference/rest.md 4.2).
 */
const DEFAULT_NAME_PROPERTIES = ["email", "Email", "$email", "name", "Name", "username", "Username", "UserName"];

// The form of posthog-js ids and lower-case UUIDs.
const ANONYMOUS_ID = /^[a-z0-9]+-[a-z0-9]+-[a-z0-9]+-[a-z0-9]+-[a-z0-9]+$/;

/** Ids that look anonymous come last, else in order. */
export function sortDistinctIds(distinctIds: readonly string[]): string[] {
  return distinctIds.toSorted((a, b) => Number(ANONYMOUS_ID.test(a)) - Number(ANONYMOUS_ID.test(b)));
}

/**
 * The first of `nameProperties` that is a text, a number or true, as text; else the first distinct id that does not
 * look anonymous; else the primary key. The contract wants a string; PostHog returns the property unchanged.
 */
export function toName(
  person: { id: number; properties: Properties; distinctIds: readonly string[] },
  nameProperties: readonly string[],
): string {
  const keys = nameProperties.length > 0 ? nameProperties : DEFAULT_NAME_PROPERTIES;
  for (const key of keys) {
    const value = Object.hasOwn(person.properties, key) ? person.properties[key] : null;
    if (value && typeof value !== "object") return String(value);
  }
  return sortDistinctIds(person.distinctIds)[0] ?? String(person.id);
}
