import {
  correlationPeople,
  funnelPeople,
  lifecyclePeople,
  pathPeople,
  retentionPeople,
  stickinessPeople,
  trendPeople,
} from "../people-behind/index.ts";
import type { PeopleAnswer, PlainPeopleAnswer, PlainPerson, RetentionPeople } from "../people-behind/index.ts";
import type { InProject, Scope } from "./scope.ts";
import type { Stoppable } from "./with-signals.ts";

/**
 * A question for people: the fields of an insight, those that name a point of it (an answer's links have them all in their
 * `filter`), and those of the page: `limit`, `offset`, `search`.
 */
type Query = Record<string, unknown> & InProject & Stoppable;

/** Who is behind a number of an answer. */
export interface PeopleBehindMethods {
  /** Of a trend: needs `entity_id` with `entity_type`, or `entity_order`. */
  trends(query: Query): Promise<PeopleAnswer>;
  /** Of a funnel: needs `funnel_step` or `funnel_custom_steps`, of its trends `entrance_period_start` and `drop_off`. */
  funnel(query: Query): Promise<PeopleAnswer>;
  /** Of a correlation: needs `funnel_correlation_person_entity`, for properties `funnel_correlation_property_values`. */
  correlation(query: Query): Promise<PeopleAnswer>;
  /** Of paths: `path_start_key` and `path_end_key` name an edge, `path_dropoff_key` where they ended; none = all with a path. */
  path(query?: Query): Promise<PeopleAnswer>;
  /** Of a lifecycle: needs an entity, `target_date` and `lifecycle_type`. */
  lifecycle(query: Query): Promise<PlainPeopleAnswer<PlainPerson>>;
  /** Of a retention: `breakdown_values` names the row, `selected_interval` the cell; `display: "ActionsTable"` = the row. */
  retention(query?: Query): Promise<RetentionPeople>;
  /** Of a stickiness: needs `stickiness_days`, and `entity_id` with `entity_type`, or `entity_order`. */
  stickiness(query: Query): Promise<PlainPeopleAnswer>;
}

export function peopleBehindMethods(scope: Scope): PeopleBehindMethods {
  const { open } = scope;
  return {
    trends: async ({ project, ...query }) => trendPeople(open(), scope.project(project), query),
    funnel: async ({ project, ...query }) => funnelPeople(open(), scope.project(project), query),
    correlation: async ({ project, ...query }) => correlationPeople(open(), scope.project(project), query),
    path: async ({ project, ...query } = {}) => pathPeople(open(), scope.project(project), query),
    lifecycle: async ({ project, ...query }) => lifecyclePeople(open(), scope.project(project), query),
    retention: async ({ project, ...query } = {}) => retentionPeople(open(), scope.project(project), query),
    stickiness: async ({ project, ...query }) => stickinessPeople(open(), scope.project(project), query),
  };
}
