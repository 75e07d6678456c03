import { toIso } from "../../base/clock.ts";
import type { annotations } from "../../storage/tables/index.ts";

/** Where an annotation is shown. */
export type AnnotationScope = "dashboard_item" | "dashboard" | "project" | "organization";

/** An annotation as clients see it. */
export interface AnnotationRecord {
  id: number;
  /** Null = no text. */
  content: string | null;
  /** ISO text; null = no point of time. */
  date_marker: string | null;
  /** GIT = made by a deployment. */
  creation_type: "USR" | "GIT";
  scope: AnnotationScope;
  /** Id of a saved insight. */
  dashboard_item: number | null;
  insight_short_id: string | null;
  insight_name: string | null;
  insight_derived_name: null;
  dashboard_id: number | null;
  dashboard_name: string | null;
  /** Null = the program that holds the handle. */
  created_by: { first_name: string; email: null } | null;
  /** ISO text. */
  created_at: string;
  /** ISO text. */
  updated_at: string;
  deleted: boolean;
}

/** A row, with the names of what it is about. */
export type AnnotationRow = typeof annotations.$inferSelect & {
  insightShortId: string | null;
  insightName: string | null;
  dashboardName: string | null;
};

/** Converts a row for clients. */
export function toAnnotation(row: AnnotationRow): AnnotationRecord {
  return {
    id: row.id,
    content: row.content,
    date_marker: row.dateMarker === null ? null : toIso(row.dateMarker),
    creation_type: row.creationType === "GIT" ? "GIT" : "USR",
    scope: row.scope as AnnotationScope,
    dashboard_item: row.insightId,
    insight_short_id: row.insightShortId,
    insight_name: row.insightName,
    insight_derived_name: null,
    dashboard_id: row.dashboardId,
    dashboard_name: row.dashboardName,
    created_by: row.createdBy === null ? null : { first_name: row.createdBy, email: null },
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
    deleted: row.deleted === 1,
  };
}
