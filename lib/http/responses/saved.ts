import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Id, Instant, Properties } from "../../base/answer-scalars.ts";

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
};

export const SavedInsight = v.pipe(v.object(insightEntries), v.examples([INSIGHT]));

export const SavedInsightList = envelope(SavedInsight);

/** The further fields of the answer are those of its question's insight. */
export const AnsweredInsight = v.pipe(
  v.looseObject({
    ...insightEntries,
    result: v.unknown(),
    is_cached: v.exactOptional(v.boolean()),
    last_refresh: v.nullable(Instant),
  }),
  v.examples([{ ...INSIGHT, result: null, last_refresh: null, is_cached: false }]),
);

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
  deleted: false,
  created_at: "2024-05-02T10:00:00Z",
  created_by: null,
  last_modified_at: "2024-05-02T10:00:00Z",
};

export const Dashboard = v.pipe(
  v.object({ ...dashboardEntries, tiles: v.array(v.object({ id: Id, insight: SavedInsight, width: Id })) }),
  v.examples([{ ...DASHBOARD, tiles: [{ id: 1, insight: INSIGHT, width: 6 }] }]),
);

export const DashboardList = envelope(v.pipe(v.object(dashboardEntries), v.examples([DASHBOARD])));
