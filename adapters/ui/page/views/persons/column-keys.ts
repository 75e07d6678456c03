import type { PersonRecord } from "../../../../../lib/index.ts";

/** Columns of properties when nobody chose: what fits beside the fixed ones. */
const GUESSED = 3;

/** The keys of all properties that these (persons, events) have, the app's own before those that begin with `$`, by name. */
export function toKnownKeys(owners: readonly Pick<PersonRecord, "properties">[]): string[] {
  const keys = new Set(owners.flatMap(({ properties }) => Object.keys(properties)));
  return [...keys].toSorted((a, b) => Number(a.startsWith("$")) - Number(b.startsWith("$")) || (a < b ? -1 : 1));
}

/**
 * The keys that get a column: those chosen, else the properties of the app's own that most of these persons have (where
 * equal by name). What the name of a person already shows is left out, and what comes from browsers and campaigns, which
 * have an `$initial_` twin.
 */
export function toColumnKeys(persons: readonly PersonRecord[], chosen: string[] | null): string[] {
  if (chosen !== null) return chosen;
  const known = toKnownKeys(persons);
  const own = known.filter((key) => !key.startsWith("$") && !known.includes(`$initial_${key}`));
  const counts = own.map((key) => ({ key, count: persons.filter((person) => tellsMore(person, key)).length }));
  return counts
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, GUESSED)
    .map(({ key }) => key);
}

function tellsMore({ name, properties }: PersonRecord, key: string): boolean {
  return Object.hasOwn(properties, key) && properties[key] !== name;
}
