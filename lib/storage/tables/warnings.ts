import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const ingestionWarnings = sqliteTable(
  "ingestion_warnings",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    type: text().notNull(),
    distinctId: text("distinct_id"),
    eventUuid: text("event_uuid"),
    /** JSON object describing the finding. */
    details: text().notNull().default("{}"),
    timestamp: integer().notNull(),
  },
  (table) => [index("ingestion_warnings_by_project").on(table.projectId, table.id)],
);
