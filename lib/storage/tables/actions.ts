import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const actions = sqliteTable(
  "actions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** JSON list of steps, OR-ed. */
    steps: text().notNull().default("[]"),
    createdAt: integer("created_at").notNull(),
    /** JSON list of texts. */
    tags: text().notNull().default("[]"),
    /** 0 or 1. */
    postToSlack: integer("post_to_slack").notNull().default(0),
    slackMessageFormat: text("slack_message_format").notNull().default(""),
  },
  (table) => [index("actions_by_project").on(table.projectId)],
);
