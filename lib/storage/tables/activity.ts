import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Changes of stored things; see `activity/record.ts`. */
export const activityLog = sqliteTable(
  "activity_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null = no single project: personal keys, and the deletion of a project. */
    projectId: integer("project_id"),
    /** The personal key that made the change, with its label then; null = the system. */
    keyId: text("key_id"),
    keyLabel: text("key_label"),
    scope: text().notNull(),
    itemId: text("item_id").notNull(),
    activity: text().notNull(),
    /** JSON object: name, short_id, type, trigger, changes. */
    detail: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("activity_log_by_item").on(table.projectId, table.scope, table.itemId)],
);
