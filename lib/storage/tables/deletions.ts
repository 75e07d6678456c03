import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Requests to delete events; see `deletion/request.ts`. A row outlives its person. */
export const deletions = sqliteTable(
  "deletions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    kind: text({ enum: ["person", "person_profile", "project", "events_by_name", "events_before", "event"] }).notNull(),
    /** The target: a person's or an event's UUID, a name, an instant, the id of a project. */
    key: text().notNull(),
    /** JSON list of the ordinals in `distinct_ids` that were the person's. */
    distinctIdIds: text("distinct_id_ids").notNull(),
    /** The last `seq` that is deleted: only events that had arrived at the request go, whatever their own time. */
    untilSeq: integer("until_seq").notNull(),
    /**
     * JSON list parallel to `distinct_id_ids`: the last `seq`, and the instant, up to which each distinct id was the
     * person's.
     */
    reach: text().notNull(),
    status: text({ enum: ["pending", "running", "done"] })
      .notNull()
      .default("pending"),
    /** JSON: the author of the request. */
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    deleteVerifiedAt: integer("delete_verified_at"),
    /** JSON: the progress of its run, so that another process can continue it; see `deletion/task.ts`. */
    progress: text().notNull().default("{}"),
    /** JSON; null until the deletion is done. */
    receipt: text(),
  },
  (table) => [
    index("deletions_by_key").on(table.projectId, table.kind, table.key),
    index("deletions_by_status").on(table.status, table.id),
  ],
);
