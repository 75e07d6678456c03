import type { Properties } from "./person.ts";

/**
 * Display-name properties of projects without a list of their own (a project's list replaces this list;
 * reference/rest.md 4.2).
 */
const DEFAULT_NAME_PROPERTIES = ["email", "Email", "$email", "name", "Name", "username", "Username", "UserName"];

// The form of posthog-js ids and lower-case UUIDs.
const ANONYMOUS_ID = /^[a-z0-9]+-[a-z0-9]+-[a-z0-9]+-[a-z0-9]+-[a-z0-9]+$/;

/** Sorts ids that look anonymous last, and otherwise keeps the order. */
export function sortDistinctIds(distinctIds: readonly string[]): string[] {
  return distinctIds.toSorted((a, b) => Number(ANONYMOUS_ID.test(a)) - Number(ANONYMOUS_ID.test(b)));
}

/**
 * The display name of a person: the first of `nameProperties` with a truthy value, unchanged; else the first distinct
 * id that does not look anonymous; else the primary key.
 */
export function toName(
  person: { id: number; properties: Properties; distinctIds: readonly string[] },
  nameProperties: readonly string[],
): unknown {
  const keys = nameProperties.length > 0 ? nameProperties : DEFAULT_NAME_PROPERTIES;
  const key = keys.find((candidate) => Object.hasOwn(person.properties, candidate) && person.properties[candidate]);
  if (key !== undefined) return person.properties[key];
  return sortDistinctIds(person.distinctIds)[0] ?? String(person.id);
}
