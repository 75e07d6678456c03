import { blob, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * A block of the log in columns (`lib/engines/columns`): a project's events whose `seq >> 16` is `block`. Derived, for
 * full blocks; a trigger drops it when one of its events is deleted. May be emptied at any time.
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
    /** JSON list of keys with too many values for a column. */
    wideKeys: text("wide_keys").notNull(),
    /** JSON list of `[name, checksum]`. */
    columns: text().notNull(),
    /** JSON list of `seq` of unreadable events, which are left out. */
    leftOut: text("left_out").notNull().default("[]"),
    /** CRC-32 of this row (`lib/engines/columns/log/checksum.ts`). */
    checksum: integer().notNull(),
  },
  (table) => [uniqueIndex("segments_by_block").on(table.projectId, table.block)],
);

export const segmentColumns = sqliteTable(
  "segment_columns",
  {
    segmentId: integer("segment_id")
      .notNull()
      .references(() => segments.id, { onDelete: "cascade" }),
    /** `time`, `hour`, `actor`, `seq`, `elements`, or `p:` and a property's key. */
    name: text().notNull(),
    data: blob({ mode: "buffer" }).notNull(),
    /** JSON list of a property's values; `data` has positions in it from 1, 0 = missing. */
    dictionary: text(),
  },
  (table) => [primaryKey({ columns: [table.segmentId, table.name] })],
);

/**
 * The actors of all distinct ids, and the creation times of all persons
 * (`lib/engines/columns/entities/stored-actors.ts`), a row each, numbers alone. Derived, may lag behind, may be emptied
 * at any time.
 */
export const actorTables = sqliteTable("actor_tables", {
  id: integer().primaryKey(),
  /** The last row of `identity_changes`, and the last distinct id or person, that are included. */
  mark: integer().notNull(),
  lastId: integer("last_id").notNull(),
  personLimit: integer("person_limit").notNull(),
  personless: integer().notNull(),
  /** 32 bits for each distinct id from 0; 64 for each person. */
  data: blob({ mode: "buffer" }).notNull(),
  /** CRC-32 of this row. */
  checksum: integer().notNull(),
});

/** Counts deletions of events or segments, by triggers; readers that keep events in memory compare the numbers. */
export const logChanges = sqliteTable("log_changes", {
  id: integer().primaryKey(),
  deletions: integer().notNull(),
  /** 1 in a transaction that moves events into chunks: rows that leave are no deletions. */
  isMoving: integer("is_moving").notNull().default(0),
});
