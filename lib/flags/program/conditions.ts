import type { Flag, FlagValue } from "./flag.ts";

/** A value, and the people who get it. */
export interface Condition {
  value: true | string;
  /** Null = everybody but `except`. */
  only: readonly string[] | null;
  except: readonly string[];
}

/**
 * The first condition that holds for a person decides; none = off. Named people come first, one condition for each
 * value; the last condition is for everybody but the people for whom the flag is off.
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
