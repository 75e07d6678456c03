import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Saved questions; see `lib/query/saved`. */
export const savedInsights = sqliteTable(
  "saved_insights",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    /** The id in addresses; random. */
    shortId: text("short_id").notNull(),
    /** Empty = no name. */
    name: text().notNull().default(""),
    description: text().notNull().default(""),
    /** JSON in the older dialect: `insight` and its endpoint's fields; `{}` where `query` has the question. */
    filters: text().notNull(),
    /** JSON: the question as a query node; null = `filters` has it. */
    query: text(),
    favorited: integer().notNull().default(0),
    /** JSON list of texts. */
    tags: text().notNull().default("[]"),
    /** 1 = no longer listed, on no dashboard; it may be restored. */
    deleted: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** Label of a personal key; null = the program that holds the handle. */
    createdBy: text("created_by"),
    lastModifiedAt: integer("last_modified_at").notNull(),
    /** A client's name for it without a name; null = none. */
    derivedName: text("derived_name"),
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
    /** 1 = listed first. */
    pinned: integer().notNull().default(0),
    /** JSON list of texts. */
    tags: text().notNull().default("[]"),
    /** JSON: filters over its insights. */
    filters: text().notNull().default("{}"),
    deleted: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    createdBy: text("created_by"),
    lastModifiedAt: integer("last_modified_at").notNull(),
    /** SHA-256 of the sharing token; null = not shared. */
    shareHash: text("share_hash"),
    /** The time at which the token was made. */
    sharedAt: integer("shared_at"),
  },
  (table) => [
    index("dashboards_by_project").on(table.projectId),
    uniqueIndex("dashboards_by_share").on(table.shareHash),
  ],
);

/** Insights and texts on dashboards. */
export const dashboardTiles = sqliteTable(
  "dashboard_tiles",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    dashboardId: integer("dashboard_id").notNull(),
    /** 0 = a text. */
    insightId: integer("insight_id").notNull(),
    /** Ascending; gaps have no meaning. */
    place: integer().notNull(),
    /** Width in columns; a row has 12. */
    width: integer().notNull(),
    /** JSON: filters over the insight; `{}` = the dashboard's. */
    filtersOverrides: text("filters_overrides").notNull().default("{}"),
    /** JSON `{ sm?: { x, y, w, h }, xs? }`, in the grid; `{}` = after the tile before. */
    layouts: text().notNull().default("{}"),
    /** The text of a tile without an insight. */
    body: text(),
    /** Label of a personal key; null = the program that holds the handle. */
    bodyBy: text("body_by"),
    /** The time at which the text was last changed. */
    bodyAt: integer("body_at"),
  },
  (table) => [
    index("dashboard_tiles_by_dashboard").on(table.projectId, table.dashboardId, table.place),
    index("dashboard_tiles_by_insight").on(table.projectId, table.insightId),
  ],
);
