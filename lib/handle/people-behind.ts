import { anyQuestionFields } from "../questions/index.ts";
import {
  correlationPeople,
  funnelPeople,
  lifecyclePeople,
  pathPeople,
  peopleFields,
  retentionPeople,
  stickinessPeople,
  trendPeople,
} from "../questions/people/index.ts";
import type {
  Actor,
  CorrelationPeopleQuestion,
  FunnelPeopleQuestion,
  LifecyclePeopleQuestion,
  PathPeopleQuestion,
  PeopleAnswer,
  PlainPeopleAnswer,
  PlainPerson,
  RetentionPeople,
  RetentionPeopleQuestion,
  RetentionPeopleRow,
  StickinessPeopleQuestion,
  TrendPeopleQuestion,
} from "../questions/people/index.ts";
import { known } from "./known.ts";
import type { InProject, Scope } from "./scope.ts";
import type { Stoppable } from "./with-signals.ts";

/** The options of every question besides its fields. */
type Asking = InProject & Stoppable;

/**
 * The people behind a number of an answer. A question has the fields of the insight, the fields that name the number
 * (the `filter` of an answer's links has them all), and those of the page. Each throws HogletError 400 naming the
 * field.
 */
export interface PeopleBehindMethods {
  /**
   * People of a trend: needs `entity_id` with `entity_type`, or `entity_order`.
   * @example
   * const [line] = (await hoglet.insights.trend({ events: [{ id: "paid" }] })).result;
   * const { results } = await hoglet.persons.trends({ ...line?.persons_urls?.[0]?.filter, limit: 10 });
   */
  trends(query: TrendPeopleQuestion & Asking): Promise<PeopleAnswer>;
  /**
   * People of a funnel: needs `funnel_step` or `funnel_custom_steps`, of its trends `entrance_period_start` and
   * `drop_off`.
   * @example
   * await hoglet.persons.funnel({ events: [{ id: "signed up" }, { id: "paid" }], funnel_step: -2 }); // who did not pay
   */
  funnel(query: FunnelPeopleQuestion & Asking): Promise<PeopleAnswer>;
  /**
   * People of a correlation: needs `funnel_correlation_person_entity`, for properties
   * `funnel_correlation_property_values`.
   */
  correlation(query: CorrelationPeopleQuestion & Asking): Promise<PeopleAnswer>;
  /**
   * People of paths: `path_start_key` and `path_end_key` name an edge, `path_dropoff_key` the end of paths; none = all
   * people with a path.
   */
  path(query?: PathPeopleQuestion & Asking): Promise<PeopleAnswer>;
  /** People of a lifecycle: needs an entity, `target_date` and `lifecycle_type`. */
  lifecycle(query: LifecyclePeopleQuestion & Asking): Promise<PlainPeopleAnswer<PlainPerson>>;
  /**
   * People of a retention: `breakdown_values` names the row, `selected_interval` the cell; `display: "ActionsTable"` =
   * the row.
   */
  retention(
    query: RetentionPeopleQuestion & Asking & { display: "ActionsTable" },
  ): Promise<RetentionPeople<RetentionPeopleRow>>;
  retention(query?: RetentionPeopleQuestion & Asking & { display?: null | undefined }): Promise<RetentionPeople<Actor>>;
  retention(query?: RetentionPeopleQuestion & Asking): Promise<RetentionPeople>;
  /** People of a stickiness: needs `stickiness_days`, and `entity_id` with `entity_type`, or `entity_order`. */
  stickiness(query: StickinessPeopleQuestion & Asking): Promise<PlainPeopleAnswer>;
}

export function peopleBehindMethods(scope: Scope): PeopleBehindMethods {
  const { open, project: find } = scope;
  const askRetention = async ({ project, ...query }: RetentionPeopleQuestion & Asking = {}): Promise<RetentionPeople> =>
    retentionPeople(open(), find(project), known(peopleFields.retention, query, anyQuestionFields));
  return {
    trends: async ({ project, ...query }) =>
      trendPeople(open(), find(project), known(peopleFields.trends, query, anyQuestionFields)),
    funnel: async ({ project, ...query }) =>
      funnelPeople(open(), find(project), known(peopleFields.funnel, query, anyQuestionFields)),
    correlation: async ({ project, ...query }) =>
      correlationPeople(open(), find(project), known(peopleFields.correlation, query, anyQuestionFields)),
    path: async ({ project, ...query } = {}) =>
      pathPeople(open(), find(project), known(peopleFields.path, query, anyQuestionFields)),
    lifecycle: async ({ project, ...query }) =>
      lifecyclePeople(open(), find(project), known(peopleFields.lifecycle, query, anyQuestionFields)),
    // The question decides the form of the answer, which the compiler cannot see.
    retention: askRetention as PeopleBehindMethods["retention"],
    stickiness: async ({ project, ...query }) =>
      stickinessPeople(open(), find(project), known(peopleFields.stickiness, query, anyQuestionFields)),
  };
}
