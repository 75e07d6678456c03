import type { Json } from "../../events/filters/index.ts";

/** The value of a flag: off, on, or on with a variant. */
export type FlagValue = boolean | string;

/** A test in a condition, or in a cohort: of a person, a group, a cohort or another flag. */
export interface FlagProperty {
  key: string;
  value?: Json | undefined;
  /** @default "exact"; "in" for a cohort */
  operator?: string | null | undefined;
  /** person, group, cohort or flag. @default "person" */
  type?: string | null | undefined;
  /** The type of the group, for its properties: 0 to 4. */
  group_type_index?: number | null | undefined;
  /** True = the result is negated. */
  negation?: boolean | null | undefined;
}

/** A rule of a flag: the first one that holds decides. */
export interface FlagCondition {
  /** Properties that must all pass. */
  properties?: FlagProperty[] | null | undefined;
  /** 0 to 100; null = everybody. */
  rollout_percentage?: number | null | undefined;
  /** The variant that it gives; null = by the shares of the variants. */
  variant?: string | null | undefined;
  /** The unit: null = persons, 0 to 4 = groups of that type; absent = the unit of the flag. */
  aggregation_group_type_index?: number | null | undefined;
}

export interface FlagVariant {
  key: string;
  name?: string | null | undefined;
  /** 0 to 100. */
  rollout_percentage: number;
}

/** Everything by which a flag is evaluated (reference/agents.md 8.1). */
export interface FlagFilters {
  groups?: FlagCondition[] | null | undefined;
  multivariate?: { variants?: FlagVariant[] | null | undefined } | null | undefined;
  /** JSON texts by value: `"true"` or a variant. */
  payloads?: Record<string, string> | null | undefined;
  /** The unit: null = persons, 0 to 4 = groups of that type. */
  aggregation_group_type_index?: number | null | undefined;
  /** The older form of early access: one condition that decides alone for a person with its property. */
  super_groups?: FlagCondition[] | null | undefined;
  /** Early access: the person's property `$feature_enrollment/<key>` decides alone. */
  feature_enrollment?: boolean | null | undefined;
  holdout?: { id: number; exclusion_percentage: number } | null | undefined;
  /** The older form of a holdout. */
  holdout_groups?: FlagCondition[] | null | undefined;
  /** True = a condition whose properties pass and whose rollout does not is the last. */
  early_exit?: boolean | null | undefined;
}

/** A flag, as far as its evaluation needs it. */
export interface FlagDefinition {
  id: number;
  key: string;
  active: boolean;
  filters: FlagFilters;
  ensure_experience_continuity?: boolean | null | undefined;
  /** @default "distinct_id" */
  bucketing_identifier?: "distinct_id" | "device_id" | null | undefined;
}

/** Tests that must all pass (AND), or of which one must pass (OR). */
export interface PropertyGroup {
  type: "AND" | "OR";
  values: (PropertyGroup | FlagProperty)[];
}

/** A cohort as flags know it: a list of persons, or a rule over their properties. */
export type FlagCohort = { by: "members" } | { by: "properties"; group: PropertyGroup };
