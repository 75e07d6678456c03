import type { PropertyOwner } from "./completions.tsx";

/** A test of a property in the API's form. For a cohort, `key` is "id" and `value` the cohort's id. */
export interface PropertyFilter {
  key: string;
  /** Absent for is_set and is_not_set. A list means any of its values. */
  value?: FilterValue | FilterValue[];
  /** @default "exact" */
  operator?: string;
  /** @default "event" */
  type?: PropertyOwner;
  /** The type of groups, 0 to 4, of a property of groups. */
  group_type_index?: number;
}

export type FilterValue = string | number | boolean | null;

/** The API's operators with their texts (reference/insights.md 5.3). */
export const OPERATORS: Readonly<Record<string, string>> = {
  exact: "is",
  is_not: "is not",
  icontains: "contains",
  not_icontains: "does not contain",
  starts_with: "starts with",
  not_starts_with: "does not start with",
  ends_with: "ends with",
  not_ends_with: "does not end with",
  regex: "matches",
  not_regex: "does not match",
  gt: ">",
  gte: "≥",
  lt: "<",
  lte: "≤",
  between: "is between",
  not_between: "is not between",
  is_set: "is set",
  is_not_set: "is not set",
  is_date_exact: "is on",
  is_date_before: "is before",
  is_date_after: "is after",
  semver_eq: "is version",
  semver_neq: "is not version",
  semver_gt: "is version >",
  semver_gte: "is version ≥",
  semver_lt: "is version <",
  semver_lte: "is version ≤",
  semver_tilde: "is version ~",
  semver_caret: "is version ^",
  semver_wildcard: "is version like",
};

export const COHORT_OPERATORS: Readonly<Record<string, string>> = { in: "in", not_in: "not in" };

/** Does the operator take no value? */
export function takesNoValue(operator: string): boolean {
  return operator === "is_set" || operator === "is_not_set";
}

/** May the operator have several values? */
export function takesList(operator: string): boolean {
  return operator === "exact" || operator === "is_not";
}

/** Does the operator have two values, the ends of a range? */
export function takesRange(operator: string): boolean {
  return operator === "between" || operator === "not_between";
}

/** Is the filter complete, so that it can be sent? */
export function isWhole({ key, value, operator = "exact" }: PropertyFilter): boolean {
  if (key === "") return false;
  if (takesNoValue(operator)) return true;
  if (takesRange(operator)) return Array.isArray(value) && value.length === 2 && !value.includes("");
  return Array.isArray(value) ? value.some((each) => each !== "") : value !== undefined && value !== "";
}

/** The complete filters, without empty values. */
export function toWhole(filters: readonly PropertyFilter[]): PropertyFilter[] {
  return filters.filter(isWhole).map(withoutEmpty);
}

function withoutEmpty(filter: PropertyFilter): PropertyFilter {
  if (!Array.isArray(filter.value)) return filter;
  const values = filter.value.filter((value) => value !== "");
  const [only = ""] = values;
  return { ...filter, value: values.length === 1 ? only : values };
}

/** The values as texts, at least one. */
export function toTexts(value: PropertyFilter["value"]): string[] {
  const values = value === undefined ? [] : [value].flat();
  return values.length === 0 ? [""] : values.map((each) => (each === null ? "null" : String(each)));
}

/** Converts texts to a filter's value: one text, or a list. */
export function fromTexts(texts: readonly string[]): FilterValue | FilterValue[] {
  const [only = "", ...more] = texts;
  if (more.length === 0) return only;
  return [...texts];
}

/** The filter in words, e.g. "plan is pro or team". */
export function describeFilter({ key, value, operator = "exact" }: PropertyFilter): string {
  const verb = OPERATORS[operator] ?? COHORT_OPERATORS[operator] ?? operator;
  const joined = toTexts(value).join(takesRange(operator) ? " and " : " or ");
  return takesNoValue(operator) ? `${key} ${verb}` : `${key} ${verb} ${joined}`;
}
