import * as v from "valibot";
import type { OperatorName, Scalar } from "./operators.ts";

/** What every property filter may have. Source: reference/insights.md 5.1. */
interface FilterInput {
  /** @default "exact" */
  operator?: OperatorName | null | undefined;
  /**
   * One value, or a list of which any one is enough; compared as text, but by `gt`, `gte`, `lt`, `lte` as numbers and by
   * `is_date_…` as dates (ISO text, or `-7d` and the like). Required, but for `is_set` and `is_not_set`.
   */
  value?: Scalar | readonly Scalar[] | undefined;
  /** True = the outcome is turned round. @default false */
  negation?: boolean | null | undefined;
}

/** A test of a property of the event, or of its person as it is now. */
export interface PropertyFilterInput extends FilterInput {
  /** Name of the property. */
  key: string | number;
  /** @default "event"; in lists of persons and in cohorts "person" */
  type?: "event" | "person" | null | undefined;
}

/** A test of a property of the group that the event belongs to. */
export interface GroupFilterInput extends FilterInput {
  key: string | number;
  type: "group";
  /** Which type of group: 0 to 4. */
  group_type_index: number;
}

/** Is the person in one of these cohorts? The person as it is now. */
export interface CohortFilterInput {
  type: "cohort" | "static-cohort" | "precalculated-cohort";
  key?: "id" | undefined;
  /** Id of the cohort, or ids of which any one is enough. */
  value: number | string | readonly (number | string)[];
  /** @default "in" */
  operator?: "in" | "not_in" | "exact" | "is_not" | null | undefined;
  negation?: boolean | null | undefined;
}

/** A test of the elements that an `$autocapture` event is about. */
export interface ElementFilterInput extends FilterInput {
  type: "element";
  /** `selector` takes a CSS selector, and `exact` or `is_not` only. */
  key: "tag_name" | "text" | "href" | "selector";
}

/** A test of how long the event's session lasts, in whole seconds. */
export interface SessionFilterInput extends FilterInput {
  type: "session";
  key: "$session_duration";
}

/** One property filter. */
export type AnyFilterInput =
  | PropertyFilterInput
  | GroupFilterInput
  | CohortFilterInput
  | ElementFilterInput
  | SessionFilterInput;

/** Filters, or groups of them, that must all pass (AND), or one of which must (OR); nested up to 20 deep. */
export interface FilterGroupInput {
  type: "AND" | "OR";
  /** Filters only, or groups only; 400 when there are both. */
  values: readonly (AnyFilterInput | FilterGroupInput)[];
}

/** The older form: values by the name of the property, with `__` and an operator behind it if it is not `exact`. */
export interface FilterMapInput {
  [property: string]: Scalar | readonly Scalar[];
}

/**
 * Property filters in any of their three shapes: a list, all of which must pass; a group; a map.
 * @example
 * const properties: PropertyFilters = [{ key: "plan", value: ["pro", "team"] }, { key: "age", operator: "gt", value: 17 }];
 */
export type PropertyFilters = readonly AnyFilterInput[] | FilterGroupInput | FilterMapInput;

/** A field that holds property filters, to be read by `parseFilters`, which says what is wrong with them. */
export const FiltersField = v.unknown() as v.GenericSchema<PropertyFilters, unknown>;

/** The same, or JSON text of them, as query strings have it. */
export const FiltersOrTextField = v.unknown() as v.GenericSchema<PropertyFilters | string, unknown>;

/** The fields that a filter may have. */
export const FILTER_FIELDS = ["key", "type", "operator", "value", "group_type_index", "negation"] as const;
