import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Id, Instant } from "../../base/answer-scalars.ts";

export const Annotation = v.pipe(
  v.object({
    id: Id,
    content: v.nullable(v.string()),
    date_marker: v.nullable(Instant),
    creation_type: v.picklist(["USR", "GIT"]),
    scope: v.picklist(["dashboard_item", "dashboard", "project", "organization"]),
    dashboard_item: v.nullable(Id),
    insight_short_id: v.nullable(v.string()),
    insight_name: v.nullable(v.string()),
    insight_derived_name: v.null(),
    dashboard_id: v.nullable(Id),
    dashboard_name: v.nullable(v.string()),
    created_by: v.nullable(v.object({ first_name: v.string(), email: v.null() })),
    created_at: Instant,
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

export const AnnotationList = envelope(Annotation);
