import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Requests to delete events; see `deletion/request.ts`. A row outlives its person. */
export const deletions = sqliteTable(
  "deletions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    kind: text({ enum: ["person", "person_profile", "project", "events_by_name", "events_before", "event"] }).notNull(),
    /** A person's or an event's UUID, a name, an instant, the id of a project. */
    key: text().notNull(),
    /** JSON list of ordinals of the person's `distinct_ids`. */
    distinctIdIds: text("distinct_id_ids").notNull(),
    /** The last `seq` to delete: only events that had arrived at the request go. */
    untilSeq: integer("until_seq").notNull(),
    /** JSON list parallel to `distinct_id_ids`: the last `seq`, and instant, of the person's time with each. */
    reach: text().notNull(),
    status: text({ enum: ["pending", "running", "done"] })
      .notNull()
      .default("pending"),
    /** JSON: the author of the request. */
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    deleteVerifiedAt: integer("delete_verified_at"),
    /** JSON: how far its run is, so that another process can continue; see `deletion/task.ts`. */
    progress: text().notNull().default("{}"),
    /** JSON; null until the deletion is done. */
    receipt: text(),
  },
  (table) => [
    index("deletions_by_key").on(table.projectId, table.kind, table.key),
    index("deletions_by_status").on(table.status, table.id),
  ],
);
