import type { Flag, FlagValue } from "./flag.ts";

/** One way to get something other than "off" from a flag. */
export interface Condition {
  value: true | string;
  /** The only people it holds for; null = everybody but `except`. */
  only: readonly string[] | null;
  except: readonly string[];
}

/**
 * A flag as conditions, of which the first that holds for a person decides; none = off. Named people come first, one
 * condition for each value; those for whom the flag is off are left out of the last one, which is for everybody.
 */
export function toConditions(flag: Flag): Condition[] {
  const named = Map.groupBy(Object.entries(flag.overrides), ([, value]) => value);
  const conditions: Condition[] = [];
  for (const [value, overrides] of named) {
    if (value !== false) conditions.push({ value, only: toIds(overrides), except: [] });
  }
  if (flag.value !== false) conditions.push({ value: flag.value, only: null, except: toIds(named.get(false) ?? []) });
  return conditions;
}

function toIds(overrides: readonly [id: string, value: FlagValue][]): string[] {
  return overrides.map(([id]) => id);
}

/** Does a condition hold for the person with this distinct id? */
export function holds({ only, except }: Condition, distinctId: string): boolean {
  return only === null ? !except.includes(distinctId) : only.includes(distinctId);
}
