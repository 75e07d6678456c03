import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Engines that follow the feed with a copy of their own (`lib/engines/feed`). */
export const followers = sqliteTable("followers", {
  name: text().primaryKey(),
  /** JSON: the mark last confirmed. */
  mark: text().notNull(),
});

/**
 * Rows that changed since a follower confirmed them, by key alone, so that no erased data stay. Triggers, which exist
 * only while somebody follows (`lib/engines/feed/triggers.ts`), keep the last row of each key.
 */
export const changes = sqliteTable(
  "changes",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    /** gone-event, distinct-id, person, group or member. */
    kind: text().notNull(),
    /** Not `project_id`: deleting a project removes rows of tables with that column, and followers need these. */
    project: integer().notNull(),
    /** The row's id; the cohort's for a membership. */
    id: integer().notNull(),
    /** The person's id for a membership, else 0. */
    otherId: integer("other_id").notNull(),
    /** The newest event at the change. */
    eventSeq: integer("event_seq").notNull(),
  },
  (table) => [uniqueIndex("changes_by_key").on(table.kind, table.id, table.otherId)],
);
