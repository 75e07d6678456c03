import type { PropertyFilter } from "./filter-operators.ts";

/** Filters that must all pass (AND), or of which one must pass (OR). */
export interface FilterGroup {
  joiner: "AND" | "OR";
  filters: PropertyFilter[];
}

/** Converts any form of `properties` to filters; null = nested groups, which a list cannot show. */
export function toFilterGroup(properties: unknown): FilterGroup | null {
  const list = toFilterList(properties);
  if (list !== null) return { joiner: "AND", filters: list };
  const filters = isGroup(properties) && properties.type === "OR" ? flatten(properties.values, toAlternatives) : null;
  return filters === null ? null : { joiner: "OR", filters };
}

/** Converts filters for the API: undefined without filters, a list if all must pass. */
export function fromFilterGroup({ joiner, filters }: FilterGroup): PropertyFilter[] | object | undefined {
  if (filters.length === 0) return undefined;
  return joiner === "AND" || filters.length === 1 ? filters : { type: joiner, values: filters };
}

/**
 * Converts any form of `properties` to a list of filters that must all pass; null = another form (any of them may
 * pass).
 */
export function toFilterList(properties: unknown): PropertyFilter[] | null {
  if (properties === undefined || properties === null) return [];
  if (Array.isArray(properties)) return flatten(properties);
  if (!isGroup(properties) || (properties.type !== "AND" && properties.values.length > 1)) return null;
  return flatten(properties.values);
}

/** The filters of a group of which one must pass. */
function toAlternatives(member: unknown): PropertyFilter[] | null {
  const group = toFilterGroup(member);
  return group !== null && (group.joiner === "OR" || group.filters.length === 1) ? group.filters : null;
}

/** @param toList converts a member that is a group */
function flatten(members: unknown[], toList = toFilterList): PropertyFilter[] | null {
  const lists = members.map((member) => (isGroup(member) ? toList(member) : [member as PropertyFilter]));
  return lists.every((list) => list !== null) ? lists.flat() : null;
}

function isGroup(value: unknown): value is { type: unknown; values: unknown[] } {
  return (
    typeof value === "object" && value !== null && "type" in value && "values" in value && Array.isArray(value.values)
  );
}
