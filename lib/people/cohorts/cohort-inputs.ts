import type {
  CohortFilterInput,
  FilterMapInput,
  PropertyFilterInput,
  PropertyFilters,
} from "../../events/filters/index.ts";

/** What persons did, as a filter: an event or an action, so many times in the last while. */
export interface BehaviourFilterInput {
  type: "behavioral";
  /** Name of the event, or id of the action. */
  key: string | number;
  /** @default "events" */
  event_type?: "events" | "actions" | null | undefined;
  /** At least once, or `operator` `operator_value` times. */
  value: "performed_event" | "performed_event_multiple";
  /** How far back, in units of `time_interval`; both are required, unless `explicit_datetime` says it. */
  time_value?: number | string | undefined;
  time_interval?: "hour" | "day" | "week" | "month" | "year" | undefined;
  /** How far back: `-30d`, with h, d, w, m or y. */
  explicit_datetime?: string | null | undefined;
  /** @default "gte" */
  operator?: "gte" | "gt" | "lte" | "lt" | "exact" | "eq" | null | undefined;
  /** From 0; required with `performed_event_multiple`. */
  operator_value?: number | string | undefined;
  /** Which of these events count. */
  event_filters?: PropertyFilters | null | undefined;
  /** True = the outcome is turned round. @default false */
  negation?: boolean | null | undefined;
}

/** A test of a person: of its properties, of other cohorts, of what it did. */
export type CohortTestInput = PersonTestInput | CohortFilterInput | BehaviourFilterInput;

interface PersonTestInput extends PropertyFilterInput {
  /** @default "person" */
  type?: "person" | null | undefined;
}

/** Tests, and groups of them, that must all pass (AND), or one of which must (OR); nested up to 20 deep. */
export interface CohortTestGroupInput {
  type: "AND" | "OR";
  values: readonly (CohortTestInput | CohortTestGroupInput)[];
}

/** Who is a member: a list of tests, all of which must pass; a group; or the older map of values by property. */
export type CohortPropertiesInput = readonly CohortTestInput[] | CohortTestGroupInput | FilterMapInput;

/** The older form of what persons did: an event (or an action), `count` times in the last `days`. */
interface OldBehaviourInput {
  event_id?: string | null | undefined;
  action_id?: number | string | null | undefined;
  /** From 1. */
  days: number | string;
  /** @default 1 */
  count?: number | string | null | undefined;
  /** @default "gte" */
  count_operator?: BehaviourFilterInput["operator"];
  /** Which of these events count. */
  properties?: PropertyFilters | null | undefined;
}

/** One of the groups of a definition. */
export type CohortGroupInput = { properties: CohortPropertiesInput } | OldBehaviourInput;

interface CommonFields {
  /** Null = empty. */
  description?: string | null | undefined;
  /** Who is a member: whoever passes any of these. Of a cohort that is not static, unless `filters` says it. */
  groups?: readonly CohortGroupInput[] | null;
  /** The newer form; counts before `groups`. */
  filters?: { properties: CohortPropertiesInput } | null;
  /** Of a static cohort: distinct ids of members; unknown ones are passed over. */
  distinct_ids?: readonly string[];
  /** Of a static cohort: integer ids or UUIDs of persons. */
  persons?: readonly (number | string)[];
  /** Of a static cohort: CSV text with the columns `distinct_id` or `person_id`, or distinct ids alone. */
  csv?: string;
}

/** What `cohorts.create` takes: a definition, or `is_static: true` and whom it has. */
export interface CohortCreateInput extends CommonFields {
  /** 1 to 400 characters. */
  name: string;
  /** A static cohort has the members that it is given. @default false */
  is_static?: boolean | undefined;
}

/** What `cohorts.update` takes; what is absent stays. Whom it names is added to a static cohort. */
export interface CohortUpdateInput extends CommonFields {
  name?: string;
  /** 400 when it is not what the cohort is: one stays static, or not. */
  is_static?: boolean;
  /** False brings it back. */
  deleted?: boolean;
}

/** Whom `cohorts.addMembers` adds. */
export type CohortPeopleInput = Pick<CommonFields, "distinct_ids" | "persons" | "csv">;
