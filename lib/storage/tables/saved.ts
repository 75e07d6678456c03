import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Questions that were kept by name; see `lib/questions/saved`. */
export const savedInsights = sqliteTable(
  "saved_insights",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    /** What it is called in addresses; made up. */
    shortId: text("short_id").notNull(),
    /** Empty = it has none. */
    name: text().notNull().default(""),
    description: text().notNull().default(""),
    /** JSON: the question, `insight` and the fields that its endpoint takes. */
    filters: text().notNull(),
    favorited: integer().notNull().default(0),
    /** JSON list of texts. */
    tags: text().notNull().default("[]"),
    /** 1 = no longer listed, on no dashboard; may come back. */
    deleted: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** Label of the personal key that made it; null = the program that holds the handle. */
    createdBy: text("created_by"),
    lastModifiedAt: integer("last_modified_at").notNull(),
  },
  (table) => [uniqueIndex("saved_insights_by_short_id").on(table.projectId, table.shortId)],
);

export const dashboards = sqliteTable(
  "dashboards",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** 1 = listed before the others. */
    pinned: integer().notNull().default(0),
    /** JSON list of texts. */
    tags: text().notNull().default("[]"),
    /** JSON `{ date_from?, date_to? }`: what its insights are shown by instead of their own dates. */
    filters: text().notNull().default("{}"),
    deleted: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    createdBy: text("created_by"),
    lastModifiedAt: integer("last_modified_at").notNull(),
  },
  (table) => [index("dashboards_by_project").on(table.projectId)],
);

/** Insights on dashboards. */
export const dashboardTiles = sqliteTable(
  "dashboard_tiles",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    dashboardId: integer("dashboard_id").notNull(),
    insightId: integer("insight_id").notNull(),
    /** Ascending; gaps say nothing. */
    place: integer().notNull(),
    /** In columns of 12. */
    width: integer().notNull(),
  },
  (table) => [
    index("dashboard_tiles_by_dashboard").on(table.projectId, table.dashboardId, table.place),
    index("dashboard_tiles_by_insight").on(table.projectId, table.insightId),
  ],
);
