import { blob, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * A block of the log in columns (`lib/columns`): the events of one project whose `seq >> 16` is `block`. Derived, and only of
 * blocks that are full; a trigger drops it when one of its events is deleted. May be emptied at any time.
 */
export const segments = sqliteTable(
  "segments",
  {
    id: integer().primaryKey(),
    projectId: integer("project_id").notNull(),
    block: integer().notNull(),
    rows: integer().notNull(),
    minMs: integer("min_ms").notNull(),
    maxMs: integer("max_ms").notNull(),
    /** JSON list of `[event name id, first row, row after the last]`. */
    directory: text().notNull(),
    /** JSON list of the property keys whose values are too many for a column. */
    wideKeys: text("wide_keys").notNull(),
  },
  (table) => [uniqueIndex("segments_by_block").on(table.projectId, table.block)],
);

/** One column of a segment. */
export const segmentColumns = sqliteTable(
  "segment_columns",
  {
    segmentId: integer("segment_id")
      .notNull()
      .references(() => segments.id, { onDelete: "cascade" }),
    /** `time`, `actor`, `seq`, or `p:` and a property's key. */
    name: text().notNull(),
    data: blob({ mode: "buffer" }).notNull(),
    /** JSON list of a property's values; the code in `data` is the place, from 1; 0 = missing. */
    dictionary: text(),
  },
  (table) => [primaryKey({ columns: [table.segmentId, table.name] })],
);

/** How often events or segments were deleted: triggers count, and who keeps them in memory compares. */
export const logChanges = sqliteTable("log_changes", {
  id: integer().primaryKey(),
  deletions: integer().notNull(),
});
