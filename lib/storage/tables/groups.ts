import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const groupTypes = sqliteTable(
  "group_types",
  {
    projectId: integer("project_id").notNull(),
    /** 0 to 4. */
    groupTypeIndex: integer("group_type_index").notNull(),
    groupType: text("group_type").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.groupTypeIndex] }),
    uniqueIndex("group_types_by_name").on(table.projectId, table.groupType),
  ],
);

export const groups = sqliteTable(
  "groups",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    groupTypeIndex: integer("group_type_index").notNull(),
    groupKey: text("group_key").notNull(),
    properties: text().notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
    /** Checksums of the row (`lib/storage/row-sums.ts`). */
    textSum: integer("text_sum"),
    headSum: integer("head_sum"),
  },
  (table) => [uniqueIndex("groups_by_key").on(table.projectId, table.groupTypeIndex, table.groupKey)],
);
