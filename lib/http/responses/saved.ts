import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Described, Id, Instant, openObject, Properties } from "../../base/answer-scalars.ts";

const CreatedBy = v.nullable(v.object({ first_name: v.string(), email: v.null() }));

const insightEntries = {
  id: Id,
  short_id: v.string(),
  name: v.string(),
  description: v.string(),
  filters: Properties,
  query: v.nullable(Properties),
  question: v.nullable(Properties),
  dashboards: v.array(Id),
  favorited: v.boolean(),
  tags: v.array(v.string()),
  saved: v.literal(true),
  deleted: v.boolean(),
  created_at: Instant,
  created_by: CreatedBy,
  last_modified_at: Instant,
  updated_at: Instant,
  dashboard_tiles: v.array(v.object({ id: Id, dashboard_id: Id, deleted: v.literal(false) })),
  derived_name: v.nullable(v.string()),
  order: v.null(),
  last_modified_by: v.null(),
  is_sample: v.literal(false),
  effective_restriction_level: v.literal(21),
  effective_privilege_level: v.literal(37),
  user_access_level: v.literal("editor"),
  alerts: v.array(v.never()),
  last_viewed_at: v.null(),
};

const INSIGHT = {
  id: 4,
  short_id: "aQ2fXz7R",
  name: "Sign-ups",
  description: "",
  filters: { insight: "TRENDS", events: [{ id: "signed up" }], date_from: "-30d" },
  query: {
    kind: "InsightVizNode",
    source: {
      kind: "TrendsQuery",
      series: [{ kind: "EventsNode", event: "signed up" }],
      dateRange: { date_from: "-30d" },
    },
  },
  question: { insight: "TRENDS", events: [{ id: "signed up" }], date_from: "-30d" },
  dashboards: [2],
  favorited: false,
  tags: [],
  saved: true as const,
  deleted: false,
  created_at: "2024-05-02T10:00:00Z",
  created_by: { first_name: "laptop", email: null },
  last_modified_at: "2024-05-02T10:00:00Z",
  updated_at: "2024-05-02T10:00:00Z",
  dashboard_tiles: [{ id: 7, dashboard_id: 2, deleted: false as const }],
  derived_name: null,
  order: null,
  last_modified_by: null,
  is_sample: false as const,
  effective_restriction_level: 21 as const,
  effective_privilege_level: 37 as const,
  user_access_level: "editor" as const,
  alerts: [],
  last_viewed_at: null,
};

export const SavedInsight = v.pipe(v.object(insightEntries), v.examples([INSIGHT]));

const UNASKED = { result: null, last_refresh: null, is_cached: false };

/** The further fields of the answer are those of its question's insight. */
export const AnsweredInsight = v.pipe(
  openObject({
    ...insightEntries,
    result: v.unknown(),
    is_cached: v.exactOptional(v.boolean()),
    last_refresh: v.nullable(Instant),
  }),
  v.examples([{ ...INSIGHT, ...UNASKED }]),
);

export const SavedInsightList = envelope(AnsweredInsight);

const dashboardEntries = {
  id: Id,
  name: v.string(),
  description: v.string(),
  pinned: v.boolean(),
  tags: v.array(v.string()),
  filters: v.object({
    date_from: v.exactOptional(v.string()),
    date_to: v.exactOptional(v.string()),
    properties: v.exactOptional(v.unknown()),
    breakdown_filter: v.exactOptional(Properties),
  }),
  is_shared: v.boolean(),
  deleted: v.boolean(),
  created_at: Instant,
  created_by: CreatedBy,
  last_modified_at: Instant,
};

const DASHBOARD = {
  id: 2,
  name: "Growth",
  description: "",
  pinned: true,
  tags: [],
  filters: { date_from: "-30d" },
  is_shared: false,
  deleted: false,
  created_at: "2024-05-02T10:00:00Z",
  created_by: null,
  last_modified_at: "2024-05-02T10:00:00Z",
};

export const Dashboard = v.pipe(
  v.object({
    ...dashboardEntries,
    tiles: v.array(
      v.object({
        id: Id,
        insight: v.nullable(AnsweredInsight),
        width: Id,
        filters_overrides: Described,
        order: v.number(),
        layouts: Described,
        color: v.null(),
        text: v.nullable(
          v.object({
            id: Id,
            body: v.string(),
            created_by: CreatedBy,
            last_modified_at: Instant,
            last_modified_by: v.null(),
          }),
        ),
      }),
    ),
  }),
  v.examples([
    {
      ...DASHBOARD,
      tiles: [
        {
          id: 1,
          insight: { ...INSIGHT, ...UNASKED },
          width: 6,
          filters_overrides: {},
          order: 0,
          layouts: { sm: { x: 0, y: 0, w: 6, h: 5 } },
          color: null,
          text: null,
        },
      ],
    },
  ]),
);

export const DashboardList = envelope(v.pipe(v.object(dashboardEntries), v.examples([DASHBOARD])));

/** The link that shows a dashboard to its holders, also without a key. */
export const DashboardSharing = v.pipe(
  v.object({ enabled: v.boolean(), created_at: v.nullable(Instant), access_token: v.nullable(v.string()) }),
  v.examples([{ enabled: true, created_at: "2024-05-02T10:00:00Z", access_token: "shr_…" }]),
);
