import type { Maybe } from "./maybe.ts";

/** Where the values of a breakdown come from. `hogql` takes `properties.x`, `person.properties.x` or `length(…)` of one. */
export type BreakdownType = "event" | "person" | "group" | "session" | "hogql";

/** One property of several that an answer is broken down by. */
export interface BreakdownInput<Type extends BreakdownType = BreakdownType> {
  /** Name of the property; required, unless the older `value` says it. */
  property?: string | number | undefined;
  /** The older name of `property`. */
  value?: string | number | undefined;
  /** @default the question's `breakdown_type`, else "event" */
  type?: Maybe<Type>;
  /** 0 to 4; for type `group`. */
  group_type_index?: Maybe<number>;
}

/** What an answer is broken down by. Source: reference/insights.md 7.5. */
export interface BreakdownFields<Type extends BreakdownType = BreakdownType> {
  /** Name of a property, of which every value gets a line; a list of them; with type `cohort` ids of cohorts, or `all`. */
  breakdown?: Maybe<string | number | readonly (string | number)[]>;
  /** @default "event" */
  breakdown_type?: Maybe<Type | "cohort">;
  /** Several properties at once: values are lists then, also of a single one. Counts before `breakdown`. */
  breakdowns?: Maybe<readonly BreakdownInput<Type>[]>;
}

/** How many lines a breakdown has, and which. */
export interface BreakdownLimitFields {
  /** Which type of group: 0 to 4; 400 when a breakdown by `group` lacks it. */
  breakdown_group_type_index?: Maybe<number>;
  /** Values that get a line of their own: 1 to 1000, the most frequent. @default 25; of a map of the world 300 */
  breakdown_limit?: Maybe<number>;
  /** True = the values beyond the limit are put together as "Other", and events without one get a line. @default false */
  breakdown_other?: Maybe<boolean>;
  /** Leaves the line "Other" out again. @default false */
  breakdown_hide_other_aggregation?: Maybe<boolean>;
}
