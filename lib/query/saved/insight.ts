import * as v from "valibot";
import { By, describedElsewhere, Id, Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { HogletError } from "../../base/errors.ts";
import { filtersToNode, nodeToOldFilters } from "../../questions/index.ts";
import type { RequestFields } from "../../questions/index.ts";
import type { StoredQuestion } from "./question.ts";
import { unwrap } from "../wrappers.ts";
import { wrapQuery } from "./query-field.ts";
import { fromColumns, getTableColumns, sql } from "../../storage/queries/index.ts";
import { savedInsights } from "../../storage/tables/index.ts";

/** A saved question for clients, in PostHog's shape as far as that has a meaning here. */
export const SavedInsight = v.pipe(
  v.object({
    id: Id,
    /** Its id in addresses. */
    short_id: v.string(),
    /** Empty = no name. */
    name: v.string(),
    description: v.string(),
    /** The question in the older dialect, as its endpoint takes it; `{}` where it was saved by `query`. */
    filters: describedElsewhere<StoredQuestion | Record<string, never>>(),
    /** The question as a query node: as it was saved, else what `filters` mean; null = they have no such form. */
    query: v.nullable(describedElsewhere<RequestFields>()),
    /** The question in the older dialect however it was saved; null = it has no such form (SQL, tables). Ours. */
    question: v.nullable(describedElsewhere<StoredQuestion>()),
    /** Ids of the dashboards that it is on, ascending. */
    dashboards: v.array(Id),
    favorited: v.boolean(),
    tags: v.array(v.string()),
    /** Always: questions that nobody kept are not stored here. */
    saved: v.literal(true),
    deleted: v.boolean(),
    /** ISO text. */
    created_at: Instant,
    /** Null = the program that holds the handle. */
    created_by: By,
    /** ISO text: when its name, question or similar last changed. */
    last_modified_at: Instant,
    /** The instant of `last_modified_at` again. */
    updated_at: Instant,
    /** The places of the insight on dashboards, ascending. */
    dashboard_tiles: v.array(v.object({ id: Id, dashboard_id: Id, deleted: v.literal(false) })),
    /** A client's name for an insight without a name; null = none. */
    derived_name: v.nullable(v.string()),
    // Required by PostHog's clients, without a meaning here.
    order: v.null(),
    last_modified_by: v.null(),
    is_sample: v.literal(false),
    /** Everybody in the project may edit it. */
    effective_restriction_level: v.literal(21),
    /** The caller may edit it. */
    effective_privilege_level: v.literal(37),
    user_access_level: v.literal("editor"),
    alerts: v.array(v.never()),
    last_viewed_at: v.null(),
  }),
  v.examples([
    {
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
      saved: true,
      deleted: false,
      created_at: "2024-05-02T10:00:00Z",
      created_by: { first_name: "laptop", email: null },
      last_modified_at: "2024-05-02T10:00:00Z",
      updated_at: "2024-05-02T10:00:00Z",
      dashboard_tiles: [{ id: 7, dashboard_id: 2, deleted: false }],
      derived_name: null,
      order: null,
      last_modified_by: null,
      is_sample: false,
      effective_restriction_level: 21,
      effective_privilege_level: 37,
      user_access_level: "editor",
      alerts: [],
      last_viewed_at: null,
    },
  ]),
);
export interface SavedInsight extends v.InferOutput<typeof SavedInsight> {}

/** A new insight's fields, which have columns of the same names; the question is kept apart. */
export const NEW_INSIGHT = {
  name: "",
  derived_name: null as string | null,
  description: "",
  favorited: false,
  tags: [] as string[],
  deleted: false,
};

/** Columns of an `InsightRow`, for a SELECT from `saved_insights`. (Index dashboard_tiles_by_insight.) */
export const INSIGHT_COLUMNS = {
  ...getTableColumns(savedInsights),
  /** JSON list of ids. */
  dashboards: sql<string>`(SELECT json_group_array(id) FROM (
    SELECT DISTINCT d.id FROM dashboard_tiles t JOIN dashboards d ON d.id = t.dashboard_id AND d.deleted = 0
    WHERE t.project_id = saved_insights.project_id AND t.insight_id = saved_insights.id ORDER BY d.id))`,
  /** JSON list of `{ id, dashboard_id }`. */
  dashboardTiles: sql<string>`(SELECT json_group_array(json_object('id', id, 'dashboard_id', dashboard_id)) FROM (
    SELECT t.id, t.dashboard_id FROM dashboard_tiles t JOIN dashboards d ON d.id = t.dashboard_id AND d.deleted = 0
    WHERE t.project_id = saved_insights.project_id AND t.insight_id = saved_insights.id ORDER BY t.id))`,
};

export type InsightRow = typeof savedInsights.$inferSelect & { dashboards: string; dashboardTiles: string };

/** Fields that are the same for every insight. */
const ALIKE = {
  order: null,
  last_modified_by: null,
  is_sample: false,
  effective_restriction_level: 21,
  effective_privilege_level: 37,
  user_access_level: "editor",
  last_viewed_at: null,
} as const satisfies Partial<SavedInsight>;

export function toSavedInsight(row: InsightRow): SavedInsight {
  const filters = JSON.parse(row.filters) as SavedInsight["filters"];
  const modified = toIso(row.lastModifiedAt);
  const tiles = JSON.parse(row.dashboardTiles) as { id: number; dashboard_id: number }[];
  return {
    id: row.id,
    short_id: row.shortId,
    ...fromColumns(row, NEW_INSIGHT),
    filters,
    ...(row.query === null
      ? { query: toNode(filters), question: filters as StoredQuestion }
      : toDialects(JSON.parse(row.query) as RequestFields)),
    dashboards: JSON.parse(row.dashboards) as number[],
    saved: true,
    created_at: toIso(row.createdAt),
    created_by: row.createdBy === null ? null : { first_name: row.createdBy, email: null },
    last_modified_at: modified,
    updated_at: modified,
    dashboard_tiles: tiles.map(({ id, dashboard_id }) => ({ id, dashboard_id, deleted: false })),
    ...ALIKE,
    alerts: [],
  };
}

/** A question saved by `query`, in both dialects. */
export function toDialects(query: RequestFields): Pick<SavedInsight, "query" | "question"> {
  return { query, question: orNull(() => nodeToOldFilters(unwrap(query).source) as StoredQuestion | null) };
}

/** Null = no node has the question, such as the correlation of a funnel. */
export function toNode(filters: SavedInsight["filters"]): RequestFields | null {
  if (filters["funnel_correlation_type"] !== undefined) return null;
  return orNull(() => wrapQuery(filtersToNode(filters)));
}

/** Null = the other dialect does not have the question. */
function orNull<Converted>(convert: () => Converted): Converted | null {
  try {
    return convert();
  } catch (error) {
    if (error instanceof HogletError) return null;
    throw error;
  }
}

export function isByQuery(insight: Pick<SavedInsight, "filters">): boolean {
  return Object.keys(insight.filters).length === 0;
}
