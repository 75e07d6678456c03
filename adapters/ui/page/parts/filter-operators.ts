import type { PropertyOwner } from "./completions.ts";

/** A test of a property, as the API has it. Of a cohort `key` is "id" and `value` the cohort's id. */
export interface PropertyFilter {
  key: string;
  /** Absent for is_set and is_not_set. A list means any of them. */
  value?: FilterValue | FilterValue[];
  /** @default "exact" */
  operator?: string;
  /** @default "event" */
  type?: PropertyOwner;
  /** Of a group, 0 to 4. */
  group_type_index?: number;
}

export type FilterValue = string | number | boolean | null;

/** The API's operators and how they are read (reference/insights.md 5.3). */
export const OPERATORS: Readonly<Record<string, string>> = {
  exact: "is",
  is_not: "is not",
  icontains: "contains",
  not_icontains: "does not contain",
  regex: "matches",
  not_regex: "does not match",
  gt: ">",
  gte: "≥",
  lt: "<",
  lte: "≤",
  is_set: "is set",
  is_not_set: "is not set",
  is_date_exact: "is on",
  is_date_before: "is before",
  is_date_after: "is after",
};

/** Those of cohorts. */
export const COHORT_OPERATORS: Readonly<Record<string, string>> = { in: "in", not_in: "not in" };

/** Operators that take no value. */
export function takesNoValue(operator: string): boolean {
  return operator === "is_set" || operator === "is_not_set";
}

/** Operators whose values may be several. */
export function takesList(operator: string): boolean {
  return operator === "exact" || operator === "is_not";
}

/** Whether a filter says all that it must to be asked. */
export function isWhole({ key, value, operator = "exact" }: PropertyFilter): boolean {
  if (key === "") return false;
  if (takesNoValue(operator)) return true;
  return Array.isArray(value) ? value.some((each) => each !== "") : value !== undefined && value !== "";
}

/** The filters that are whole, without the values that are not written yet. */
export function toWhole(filters: readonly PropertyFilter[]): PropertyFilter[] {
  return filters.filter(isWhole).map(withoutEmpty);
}

function withoutEmpty(filter: PropertyFilter): PropertyFilter {
  if (!Array.isArray(filter.value)) return filter;
  const values = filter.value.filter((value) => value !== "");
  const [only = ""] = values;
  return { ...filter, value: values.length === 1 ? only : values };
}

/** Its values as texts, one at least. */
export function toTexts(value: PropertyFilter["value"]): string[] {
  const values = value === undefined ? [] : [value].flat();
  return values.length === 0 ? [""] : values.map((each) => (each === null ? "null" : String(each)));
}

/** Texts as a filter's value: one as it is, several as a list. */
export function fromTexts(texts: readonly string[]): FilterValue | FilterValue[] {
  const [only = "", ...more] = texts;
  if (more.length === 0) return only;
  return [...texts];
}

/** The filter in words, e.g. "plan is pro or team". */
export function tellFilter({ key, value, operator = "exact" }: PropertyFilter): string {
  const verb = OPERATORS[operator] ?? COHORT_OPERATORS[operator] ?? operator;
  return takesNoValue(operator) ? `${key} ${verb}` : `${key} ${verb} ${toTexts(value).join(" or ")}`;
}
