import type { PersonRecord } from "../../../../../lib/index.ts";

/** Columns of properties by default: as many as fit beside the fixed columns. */
const GUESSED = 3;

/** The keys of all properties of these persons or events, the app's own before those that begin with `$`, by name. */
export function toKnownKeys(owners: readonly Pick<PersonRecord, "properties">[]): string[] {
  const keys = new Set(owners.flatMap(({ properties }) => Object.keys(properties)));
  return [...keys].toSorted((a, b) => Number(a.startsWith("$")) - Number(b.startsWith("$")) || (a < b ? -1 : 1));
}

/**
 * The keys with a column: the chosen keys, else the app's own properties that most of these persons have (at equal
 * numbers by name). Left out are properties that the person's name shows already, and those of browsers and campaigns,
 * which have an `$initial_` twin.
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
