import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Values that programs keep over the handle; see `lib/admin/notes`. */
export const notes = sqliteTable(
  "notes",
  {
    projectId: integer("project_id").notNull(),
    name: text().notNull(),
    /** JSON. */
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.name] })],
);
