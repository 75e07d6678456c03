import * as v from "valibot";
import type { SessionKey } from "../sessions/index.ts";
import type { OperatorName, Scalar } from "./operators.ts";

/** Fields of every property filter. Source: reference/insights.md 5.1. */
interface FilterInput {
  /** @default "exact" */
  operator?: OperatorName | null | undefined;
  /**
   * One value, or a list of which one match is enough. Values are compared as text; `gt`, `gte`, `lt`, `lte` compare
   * numbers and `is_date_…` compare dates (ISO text, or relative text such as `-7d`). Required except for `is_set` and
   * `is_not_set`.
   */
  value?: Scalar | readonly Scalar[] | undefined;
  /** True = the result is negated. @default false */
  negation?: boolean | null | undefined;
}

/** A test of a property of the event, or of its current person. */
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
  /** The index of the group type: 0 to 4. */
  group_type_index: number;
}

/** Is the person, as it is now, in one of these cohorts? */
export interface CohortFilterInput {
  type: "cohort" | "static-cohort" | "precalculated-cohort";
  key?: "id" | undefined;
  /** Id of the cohort, or ids of which one match is enough. */
  value: number | string | readonly (number | string)[];
  /** @default "in" */
  operator?: "in" | "not_in" | "exact" | "is_not" | null | undefined;
  negation?: boolean | null | undefined;
}

/** A test of the elements of an `$autocapture` event. */
export interface ElementFilterInput extends FilterInput {
  type: "element";
  /** `selector` takes a CSS selector, with `exact` or `is_not` only. */
  key: "tag_name" | "text" | "href" | "selector";
}

/** A test of a property of the event's session: `$session_duration` (whole seconds), `$entry_pathname`, `$channel_type` … */
export interface SessionFilterInput extends FilterInput {
  type: "session";
  key: SessionKey;
}

/** A test of a column of the event. */
export interface MetadataFilterInput extends FilterInput {
  type: "event_metadata";
  /** `timestamp` is compared as ISO text and by dates; `person_id` is a UUID. */
  key:
    | "event"
    | "distinct_id"
    | "person_id"
    | "timestamp"
    | "$session_id"
    | "$window_id"
    | `$group_${0 | 1 | 2 | 3 | 4}`;
}

/** An expression of HogQL that an event must fulfil, over `properties`, `person.properties`, `group_0.properties` and columns of events. */
export interface ExpressionFilterInput {
  type: "hogql";
  /** The expression, such as `properties.plan = 'pro' OR timestamp < '2025-06-01'`. */
  key: string;
}

/** One property filter. */
export type AnyFilterInput =
  | PropertyFilterInput
  | GroupFilterInput
  | CohortFilterInput
  | ElementFilterInput
  | SessionFilterInput
  | MetadataFilterInput
  | ExpressionFilterInput;

/** Filters, or groups of filters, that must all pass (AND), or of which one must pass (OR); nested up to 20 deep. */
export interface FilterGroupInput {
  type: "AND" | "OR";
  /** Filters only, or groups only; 400 for a mixture. */
  values: readonly (AnyFilterInput | FilterGroupInput)[];
}

/** The older form: values by property name. `__` and an operator follow the name unless it is `exact`. */
export interface FilterMapInput {
  [property: string]: Scalar | readonly Scalar[];
}

/**
 * Property filters in any of their three shapes: a list, all of which must pass; a group; a map.
 * @example
 * const properties: PropertyFilters = [{ key: "plan", value: ["pro", "team"] }, { key: "age", operator: "gt", value: 17 }];
 */
export type PropertyFilters = readonly AnyFilterInput[] | FilterGroupInput | FilterMapInput;

/** A field with property filters. `parseFilters` parses it and names the faults. */
export const FiltersField = v.unknown() as v.GenericSchema<PropertyFilters, unknown>;

/** A field with property filters, or with JSON text of them, as in query strings. */
export const FiltersOrTextField = v.unknown() as v.GenericSchema<PropertyFilters | string, unknown>;

/** All fields of a filter. */
export const FILTER_FIELDS = ["key", "type", "operator", "value", "group_type_index", "negation"] as const;
