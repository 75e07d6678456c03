import * as v from "valibot";
import { By, Id, Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import type { annotations } from "../../storage/tables/index.ts";

/** An annotation as clients see it. */
export const Annotation = v.pipe(
  v.object({
    id: Id,
    /** Null = no text. */
    content: v.nullable(v.string()),
    /** ISO text; null = no point of time. */
    date_marker: v.nullable(Instant),
    /** GIT = made by a deployment. */
    creation_type: v.picklist(["USR", "GIT"]),
    /** The places where the annotation is shown. */
    scope: v.picklist(["dashboard_item", "dashboard", "project", "organization"]),
    /** Id of a saved insight. */
    dashboard_item: v.nullable(Id),
    insight_short_id: v.nullable(v.string()),
    insight_name: v.nullable(v.string()),
    insight_derived_name: v.null(),
    dashboard_id: v.nullable(Id),
    dashboard_name: v.nullable(v.string()),
    /** Null = the program that holds the handle. */
    created_by: By,
    /** ISO text. */
    created_at: Instant,
    /** ISO text. */
    updated_at: Instant,
    deleted: v.boolean(),
  }),
  v.examples([
    {
      id: 3,
      content: "Release 2.0",
      date_marker: "2024-05-02T10:00:00Z",
      creation_type: "USR",
      scope: "project",
      dashboard_item: null,
      insight_short_id: null,
      insight_name: null,
      insight_derived_name: null,
      dashboard_id: null,
      dashboard_name: null,
      created_by: { first_name: "laptop", email: null },
      created_at: "2024-05-02T10:00:00Z",
      updated_at: "2024-05-02T10:00:00Z",
      deleted: false,
    },
  ]),
);
export interface AnnotationRecord extends v.InferOutput<typeof Annotation> {}

/** A row, with the names of what it is about. */
export type AnnotationRow = typeof annotations.$inferSelect & {
  insightShortId: string | null;
  insightName: string | null;
  dashboardName: string | null;
};

export function toAnnotation(row: AnnotationRow): AnnotationRecord {
  return {
    id: row.id,
    content: row.content,
    date_marker: row.dateMarker === null ? null : toIso(row.dateMarker),
    creation_type: row.creationType === "GIT" ? "GIT" : "USR",
    scope: row.scope as AnnotationRecord["scope"],
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
