import { blob, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * A block of the log in columns (`lib/engines/columns`): the events of one project whose `seq >> 16` is `block`.
 * Derived, and only for full blocks; a trigger drops it when one of its events is deleted. May be emptied at any time.
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
    /** JSON list of the property keys with too many values for a column. */
    wideKeys: text("wide_keys").notNull(),
    /** JSON list of `[name, checksum]` of its columns. */
    columns: text().notNull(),
    /** JSON list of the `seq` of events that cannot be read and are left out. */
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
    /** JSON list of a property's values. The code in `data` is the position in this list, from 1; 0 = missing. */
    dictionary: text(),
  },
  (table) => [primaryKey({ columns: [table.segmentId, table.name] })],
);

/**
 * The actors of all distinct ids, and the creation times of all persons (`lib/engines/columns/entities/stored-actors.ts`), a row
 * each. Derived, behind the rows of distinct ids and persons by some changes; may be emptied at any time. It holds numbers alone.
 */
export const actorTables = sqliteTable("actor_tables", {
  id: integer().primaryKey(),
  /** The last row of `identity_changes`, and the last distinct id or person, that are in it. */
  mark: integer().notNull(),
  lastId: integer("last_id").notNull(),
  personLimit: integer("person_limit").notNull(),
  personless: integer().notNull(),
  /** 32 bits for each distinct id from 0 on; a 64-bit number for each person. */
  data: blob({ mode: "buffer" }).notNull(),
  /** CRC-32 of this row. */
  checksum: integer().notNull(),
});

/**
 * Number of deletions of events or segments. Triggers count them; readers that keep events in memory compare the
 * numbers.
 */
export const logChanges = sqliteTable("log_changes", {
  id: integer().primaryKey(),
  deletions: integer().notNull(),
  /** 1 within a transaction that moves events into chunks: rows that leave then are no deletions. */
  isMoving: integer("is_moving").notNull().default(0),
});
