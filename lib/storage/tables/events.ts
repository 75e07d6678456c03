import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { projects } from "./projects.ts";

export const eventNames = sqliteTable(
  "event_names",
  {
    id: integer().primaryKey(),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    name: text().notNull(),
    /** Checksums of the row (`lib/storage/row-sums.ts`). */
    textSum: integer("text_sum"),
    headSum: integer("head_sum"),
  },
  (table) => [uniqueIndex("event_names_by_name").on(table.projectId, table.name)],
);

/**
 * The newest events. Those of full blocks lie in `event_texts`, whole and without a row; SQL reads both by `eventsBetween` and its
 * neighbours (`lib/log/event-rows.ts`). Damaged events stay here.
 */
export const events = sqliteTable(
  "events",
  {
    /** Order of arrival, never reused: the only clock of all derived data. */
    seq: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    /** 16 bytes; identifies duplicates. */
    uuid: blob({ mode: "buffer" }).notNull(),
    eventNameId: integer("event_name_id").notNull(),
    /** Ordinal in `distinct_ids`. */
    distinctIdId: integer("distinct_id_id").notNull(),
    timestamp: integer().notNull(),
    receivedAt: integer("received_at").notNull(),
    /** JSON. SQL reads it by `propertiesOf`, since events of chunks have no row. */
    properties: text().notNull(),
    /** JSON list of autocapture elements, innermost first; null = none. */
    elements: text(),
    /** Checksums of the row (`lib/log/event-sums.ts`). */
    headSum: integer("head_sum").notNull(),
    textSum: integer("text_sum").notNull(),
    originSum: integer("origin_sum").notNull(),
  },
  (table) => [
    // `uuid_pages` has the events of chunks.
    uniqueIndex("events_by_uuid").on(table.projectId, table.uuid),
    index("events_by_timestamp").on(table.projectId, table.timestamp),
  ],
);

/**
 * Finds events by who did them and by name. Derived from `events`; each reader first adds the events after its largest
 * `seq`. The reason: indexes on the log itself would cost capture 40 % of its rate (measured). May be emptied at any
 * time.
 */
export const eventIndex = sqliteTable(
  "event_index",
  {
    seq: integer().primaryKey(),
    distinctIdId: integer("distinct_id_id").notNull(),
    eventNameId: integer("event_name_id").notNull(),
    timestamp: integer().notNull(),
  },
  (table) => [
    index("event_index_by_distinct_id").on(table.distinctIdId, table.timestamp),
    index("event_index_by_name").on(table.eventNameId, table.timestamp),
  ],
);

/** Chunks: the events of full blocks, compressed (`lib/log/chunks/chunk-form.ts`). A chunk has events of any project. */
export const eventTexts = sqliteTable("event_texts", {
  /** The first place of the log that it covers. */
  firstSeq: integer("first_seq").primaryKey(),
  /** The last. Events between the two that are damaged keep their texts in their rows. */
  lastSeq: integer("last_seq").notNull(),
  data: blob({ mode: "buffer" }).notNull(),
  /** How many events it has. */
  events: integer().notNull(),
});

/** Finds the chunks that have whole events of an hour, in order of time (`lib/log/event-hours.ts`). Derived from `event_texts`. */
export const eventHours = sqliteTable(
  "event_hours",
  {
    /** The project. Not `project_id`, since deleting events takes care of these rows. */
    project: integer().notNull(),
    /** Hours since 1970, rounded down. */
    hour: integer().notNull(),
    /** The chunk. */
    firstSeq: integer("first_seq").notNull(),
    /** How many of its events. */
    events: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.hour, table.firstSeq] })],
);

/** The blocks of the log whose uuids are listed in `uuid_pages`, derived from `events` (`lib/log/uuids/uuid-list.ts`). */
export const uuidBlocks = sqliteTable("uuid_blocks", {
  /** `seq >> 16` of its events. */
  block: integer().primaryKey(),
  /** The last event that the list has. */
  lastSeq: integer("last_seq").notNull(),
});

/** Finds the events of a block by their uuids. */
export const uuidPages = sqliteTable("uuid_pages", {
  /** 128 times the block, and the page; 64 = the filter. */
  place: integer().primaryKey(),
  data: blob({ mode: "buffer" }).notNull(),
});
