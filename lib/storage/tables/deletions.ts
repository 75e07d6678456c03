import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Events that are to be deleted, as asked for; see `deletion/request.ts`. A row outlives the person it is about. */
export const deletions = sqliteTable(
  "deletions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    kind: text().notNull(),
    /** UUID of the person. */
    key: text().notNull(),
    /** JSON list of the ordinals in `distinct_ids` that were the person's. */
    distinctIdIds: text("distinct_id_ids").notNull(),
    /** Events up to this `seq` go: those that had arrived by then, whatever their own time. */
    untilSeq: integer("until_seq").notNull(),
    /** JSON list beside `distinct_id_ids`: the last `seq`, and the instant, up to which each was the person's. */
    reach: text().notNull().default("[]"),
    /** pending, running or done. */
    status: text().notNull().default("pending"),
    /** JSON: the author. */
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    deleteVerifiedAt: integer("delete_verified_at"),
    /** JSON: what its run has done so far, so that another process can go on; see `deletion/task.ts`. */
    progress: text().notNull().default("{}"),
    /** JSON; null until it is done. */
    receipt: text(),
  },
  (table) => [
    index("deletions_by_key").on(table.projectId, table.kind, table.key),
    index("deletions_by_status").on(table.status, table.id),
  ],
);
