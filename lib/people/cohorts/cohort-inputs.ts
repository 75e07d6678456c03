import type {
  CohortFilterInput,
  FilterMapInput,
  PropertyFilterInput,
  PropertyFilters,
} from "../../events/filters/index.ts";

/** Behaviour as a filter: an event or an action, a number of times in the last period. */
export interface BehaviourFilterInput {
  type: "behavioral";
  /** Name of the event, or id of the action. */
  key: string | number;
  /** @default "events" */
  event_type?: "events" | "actions" | null | undefined;
  /** At least once, or `operator` `operator_value` times. */
  value: "performed_event" | "performed_event_multiple";
  /** Length of the period, in units of `time_interval`; both are required without `explicit_datetime`. */
  time_value?: number | string | undefined;
  time_interval?: "hour" | "day" | "week" | "month" | "year" | undefined;
  /** The period as text: `-30d`, with h, d, w, m or y. */
  explicit_datetime?: string | null | undefined;
  /** @default "gte" */
  operator?: "gte" | "gt" | "lte" | "lt" | "exact" | "eq" | null | undefined;
  /** Number of times, from 0; required with `performed_event_multiple`. */
  operator_value?: number | string | undefined;
  /** Filters for the events that count. */
  event_filters?: PropertyFilters | null | undefined;
  /** True = the result is negated. @default false */
  negation?: boolean | null | undefined;
}

/** A test of a person: of its properties, its other cohorts, or its behaviour. */
export type CohortTestInput = PersonTestInput | CohortFilterInput | BehaviourFilterInput;

interface PersonTestInput extends PropertyFilterInput {
  /** @default "person" */
  type?: "person" | null | undefined;
}

/** Tests, or groups of tests, that must all pass (AND), or of which one must pass (OR); nested up to 20 deep. */
export interface CohortTestGroupInput {
  type: "AND" | "OR";
  values: readonly (CohortTestInput | CohortTestGroupInput)[];
}

/**
 * The definition of membership: a list of tests that must all pass; a group; or the older map of values by property.
 */
export type CohortPropertiesInput = readonly CohortTestInput[] | CohortTestGroupInput | FilterMapInput;

/** The older form of behaviour: an event (or an action), `count` times in the last `days`. */
interface OldBehaviourInput {
  event_id?: string | null | undefined;
  action_id?: number | string | null | undefined;
  /** Days to look back, from 1. */
  days: number | string;
  /** @default 1 */
  count?: number | string | null | undefined;
  /** @default "gte" */
  count_operator?: BehaviourFilterInput["operator"];
  /** Filters for the events that count. */
  properties?: PropertyFilters | null | undefined;
}

/** One of the groups of a definition. */
export type CohortGroupInput = { properties: CohortPropertiesInput } | OldBehaviourInput;

interface CommonFields {
  /** Null = empty. */
  description?: string | null | undefined;
  /**
   * The definition: a person who passes any of these groups is a member. For cohorts that are not static, without
   * `filters`.
   */
  groups?: readonly CohortGroupInput[] | null;
  /** The newer form; wins over `groups`. */
  filters?: { properties: CohortPropertiesInput } | null;
  /** Static cohorts only: distinct ids of members; unknown ids are ignored. */
  distinct_ids?: readonly string[];
  /** Static cohorts only: integer ids or UUIDs of persons. */
  persons?: readonly (number | string)[];
  /** Static cohorts only: CSV text with the columns `distinct_id` or `person_id`, or distinct ids alone. */
  csv?: string;
}

/** The input of `cohorts.create`: a definition, or `is_static: true` with its members. */
export interface CohortCreateInput extends CommonFields {
  /** 1 to 400 characters. */
  name: string;
  /** A static cohort has exactly the given members. @default false */
  is_static?: boolean | undefined;
}

/** The input of `cohorts.update`; absent fields stay. The named persons are added to a static cohort. */
export interface CohortUpdateInput extends CommonFields {
  name?: string;
  /** 400 when it differs from the cohort: a static cohort stays static, a dynamic cohort dynamic. */
  is_static?: boolean;
  /** False restores it. */
  deleted?: boolean;
}

/** The persons that `cohorts.addMembers` adds. */
export type CohortPeopleInput = Pick<CommonFields, "distinct_ids" | "persons" | "csv">;
