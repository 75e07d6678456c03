import * as v from "valibot";
import {
  CORRELATION_PEOPLE,
  correlationPeople,
  FUNNEL_PEOPLE,
  funnelPeople,
  lifecyclePeople,
  lifecyclePeoplePages,
  PATH_PEOPLE,
  pathPeople,
  peopleFields,
  peoplePages,
  retentionPeople,
  retentionPeoplePages,
  STICKINESS_PEOPLE,
  stickinessPeople,
  TREND_PEOPLE,
  trendPeople,
} from "../../questions/people/index.ts";
import { LifecyclePeople, PeopleAnswer, RetentionPeople, StickinessPeople } from "../responses/people.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const PERSONS = "/api/projects/:project_id/persons";

// The questions parse the fields themselves, since the handle calls them too.
const Fields = v.record(v.string(), v.unknown());

/**
 * People behind a number of an answer (reference/insights.md 13). The links `persons_urls`, `persons` and `people_url`
 * of answers lead here, with all parameters. In a GET, lists and objects are JSON text.
 */
export const peopleBehindRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: `${PERSONS}/trends`,
    summary:
      "Persons (or groups) behind a point of a trend. Needs `entity_id` and `entity_type` (or `entity_order`, a place among `events` and `actions`); `date_from` is the start of the point's bucket.",
    scopes: ["person:read"],
    input: Fields,
    fields: peopleFields.trends,
    status: 200,
    response: PeopleAnswer,
    example: { entity_id: "signed up", entity_type: "events", date_from: "2024-03-01" },
    csv: (ctx, { project, input }) => peoplePages(ctx, project, input, TREND_PEOPLE),
    run: (ctx, { project, input, target }) => trendPeople(ctx, project, input, target.origin),
  }),
  defineRoute({
    methods: ["GET", "POST"],
    path: `${PERSONS}/funnel`,
    summary:
      "Persons (or groups) behind a step of a funnel. Needs `events` or `actions`, and `funnel_step` (n: that far; -n: dropped off before it) or `funnel_custom_steps`; of a funnel's trends `entrance_period_start` and `drop_off`.",
    scopes: ["person:read"],
    input: Fields,
    fields: peopleFields.funnel,
    status: 200,
    response: PeopleAnswer,
    example: { events: [{ id: "signed up" }, { id: "paid", order: 1 }], funnel_step: -2 },
    csv: (ctx, { project, input }) => peoplePages(ctx, project, input, FUNNEL_PEOPLE),
    run: (ctx, { project, input, target }) => funnelPeople(ctx, project, input, target.origin),
  }),
  defineRoute({
    methods: ["GET", "POST"],
    path: `${PERSONS}/funnel/correlation`,
    summary:
      "Persons (or groups) behind a number of a funnel's correlation. Needs `funnel_correlation_person_entity`, for properties `funnel_correlation_property_values`; pages by `funnel_correlation_person_limit` and `funnel_correlation_person_offset`.",
    scopes: ["person:read"],
    input: Fields,
    fields: peopleFields.correlation,
    status: 200,
    response: PeopleAnswer,
    example: {
      events: [{ id: "signed up" }, { id: "paid", order: 1 }],
      funnel_correlation_person_entity: { id: "watched video" },
    },
    csv: (ctx, { project, input }) => peoplePages(ctx, project, input, CORRELATION_PEOPLE),
    run: (ctx, { project, input, target }) => correlationPeople(ctx, project, input, target.origin),
  }),
  defineRoute({
    methods: ["GET", "POST"],
    path: `${PERSONS}/path`,
    summary:
      "Persons behind a point of paths: from `path_start_key` to `path_end_key` (such as 1_/ and 2_/about), or with paths that end at `path_dropoff_key`; without these fields, all persons with a path.",
    scopes: ["person:read"],
    input: Fields,
    fields: peopleFields.path,
    status: 200,
    response: PeopleAnswer,
    example: { include_event_types: ["$pageview"], path_start_key: "1_/", path_end_key: "2_/about" },
    csv: (ctx, { project, input }) => peoplePages(ctx, project, input, PATH_PEOPLE),
    run: (ctx, { project, input, target }) => pathPeople(ctx, project, input, target.origin),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PERSONS}/lifecycle`,
    summary:
      "Persons of one status in one period. Needs `events` or `actions` (or `entity_id` and `entity_type`), `target_date` and `lifecycle_type`: new, returning, resurrecting or dormant.",
    scopes: ["person:read"],
    input: Fields,
    fields: peopleFields.lifecycle,
    status: 200,
    response: LifecyclePeople,
    example: { events: [{ id: "opened" }], target_date: "2024-03-01", lifecycle_type: "dormant" },
    csv: (ctx, { project, input }) => lifecyclePeoplePages(ctx, project, input),
    run: (ctx, { project, input, target }) => lifecyclePeople(ctx, project, input, target.origin),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PERSONS}/retention`,
    summary:
      "Persons (or groups) in a cell of retention: `breakdown_values`, a list of the row's place or values ([0]), and `selected_interval` (0). `display=ActionsTable` gives those of a row, and when each came back.",
    scopes: ["person:read"],
    input: Fields,
    fields: peopleFields.retention,
    status: 200,
    response: RetentionPeople,
    example: { target_entity: { id: "signed up" }, period: "Week", breakdown_values: [2], selected_interval: 1 },
    csv: (ctx, { project, input }) => retentionPeoplePages(ctx, project, input),
    run: (ctx, { project, input, target }) => retentionPeople(ctx, project, input, target.origin),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PERSONS}/stickiness`,
    summary:
      "Persons (or groups) active in exactly `stickiness_days` intervals. Needs `stickiness_days`, and `entity_id` with `entity_type` (or `entity_order`).",
    scopes: ["person:read"],
    input: Fields,
    fields: peopleFields.stickiness,
    status: 200,
    response: StickinessPeople,
    example: { entity_id: "opened", entity_type: "events", stickiness_days: 3 },
    csv: (ctx, { project, input }) => peoplePages(ctx, project, input, STICKINESS_PEOPLE),
    run: (ctx, { project, input, target }) => stickinessPeople(ctx, project, input, target.origin),
  }),
];
