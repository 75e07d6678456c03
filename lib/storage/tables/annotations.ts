import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Remarks at points of time. */
export const annotations = sqliteTable(
  "annotations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    /** Null = no text. */
    content: text(),
    /** Epoch ms; null = no point of time. */
    dateMarker: integer("date_marker"),
    /** `USR` or `GIT`. */
    creationType: text("creation_type").notNull().default("USR"),
    /** `dashboard_item`, `dashboard`, `project` or `organization`. */
    scope: text().notNull().default("dashboard_item"),
    insightId: integer("insight_id"),
    dashboardId: integer("dashboard_id"),
    createdAt: integer("created_at").notNull(),
    /** Label of a personal key; null = the program that holds the handle. */
    createdBy: text("created_by"),
    updatedAt: integer("updated_at").notNull(),
    /** 1 = no longer listed; it may be restored. */
    deleted: integer().notNull().default(0),
  },
  (table) => [index("annotations_by_project").on(table.projectId)],
);
