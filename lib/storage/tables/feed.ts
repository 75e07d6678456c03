import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Engines with a copy of their own that read the feed (`lib/engines/feed`). */
export const followers = sqliteTable("followers", {
  name: text().primaryKey(),
  /** JSON: the mark that it confirmed last. */
  mark: text().notNull(),
});

/**
 * The rows that changed since a follower confirmed them, by their keys alone, so that no erased data stay here. Triggers that
 * exist only while somebody follows (`lib/engines/feed/triggers.ts`) keep one row for each key, the last.
 */
export const changes = sqliteTable(
  "changes",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    /** gone-event, distinct-id, person, group or member. */
    kind: text().notNull(),
    /** Not `project_id`: the deletion of a project removes the rows of every table with that column, and followers need these. */
    project: integer().notNull(),
    /** The row's id; the cohort's for a membership. */
    id: integer().notNull(),
    /** The person's id for a membership, else 0. */
    otherId: integer("other_id").notNull(),
    /** The newest event when it changed. */
    eventSeq: integer("event_seq").notNull(),
  },
  (table) => [uniqueIndex("changes_by_key").on(table.kind, table.id, table.otherId)],
);
