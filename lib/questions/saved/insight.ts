import { toIso } from "../../base/clock.ts";
import type { StoredQuestion } from "./question.ts";
import { getTableColumns, sql } from "../../storage/queries/index.ts";
import { savedInsights } from "../../storage/tables/index.ts";

/** A saved question as clients see it, in the real service's shape as far as it has a meaning here. */
export interface SavedInsight {
  id: number;
  /** Its id in addresses. */
  short_id: string;
  /** Empty = no name. */
  name: string;
  description: string;
  /** The question, as its endpoint takes it. */
  filters: StoredQuestion;
  /** Ids of the dashboards that it is on, ascending. */
  dashboards: number[];
  favorited: boolean;
  tags: string[];
  /** Always: questions that nobody kept are not stored here. */
  saved: true;
  deleted: boolean;
  /** ISO text. */
  created_at: string;
  /** Null = the program that holds the handle. */
  created_by: { first_name: string; email: null } | null;
  /** ISO text: when its name, question or the like last changed. */
  last_modified_at: string;
}

/** The members of an `InsightRow`, for a SELECT from `saved_insights`. (Index dashboard_tiles_by_insight.) */
export const INSIGHT_COLUMNS = {
  ...getTableColumns(savedInsights),
  /** JSON list of ids. */
  dashboards: sql<string>`(SELECT json_group_array(id) FROM (
    SELECT DISTINCT d.id FROM dashboard_tiles t JOIN dashboards d ON d.id = t.dashboard_id AND d.deleted = 0
    WHERE t.project_id = saved_insights.project_id AND t.insight_id = saved_insights.id ORDER BY d.id))`,
};

export type InsightRow = typeof savedInsights.$inferSelect & { dashboards: string };

/** The client's view of a row. */
export function toSavedInsight(row: InsightRow): SavedInsight {
  return {
    id: row.id,
    short_id: row.shortId,
    name: row.name,
    description: row.description,
    filters: JSON.parse(row.filters) as StoredQuestion,
    dashboards: JSON.parse(row.dashboards) as number[],
    favorited: row.favorited === 1,
    tags: JSON.parse(row.tags) as string[],
    saved: true,
    deleted: row.deleted === 1,
    created_at: toIso(row.createdAt),
    created_by: row.createdBy === null ? null : { first_name: row.createdBy, email: null },
    last_modified_at: toIso(row.lastModifiedAt),
  };
}
