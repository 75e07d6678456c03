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
 * The newest events, and damaged ones. Events of full blocks lie whole in `event_texts`; SQL reads both by
 * `eventsBetween` and its neighbours (`lib/log/event-rows.ts`).
 */
export const events = sqliteTable(
  "events",
  {
    /** Order of arrival, never reused: the clock of derived data. */
    seq: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    /** 16 bytes; identifies duplicates. */
    uuid: blob({ mode: "buffer" }).notNull(),
    eventNameId: integer("event_name_id").notNull(),
    /** Ordinal in `distinct_ids`. */
    distinctIdId: integer("distinct_id_id").notNull(),
    timestamp: integer().notNull(),
    receivedAt: integer("received_at").notNull(),
    /** JSON; read by `propertiesOf`, since events of chunks have no row. */
    properties: text().notNull(),
    /** JSON list of autocapture elements, innermost first; null = none. */
    elements: text(),
    /** Checksums of the row (`lib/log/event-sums.ts`). */
    headSum: integer("head_sum").notNull(),
    textSum: integer("text_sum").notNull(),
    originSum: integer("origin_sum").notNull(),
  },
  (table) => [
    // For events of chunks: `uuid_pages`.
    uniqueIndex("events_by_uuid").on(table.projectId, table.uuid),
    index("events_by_timestamp").on(table.projectId, table.timestamp),
  ],
);

/**
 * Finds events by actor and by name: on the log these indexes would cost capture 40 % of its rate. Derived; each reader
 * first adds the later events. May be emptied at any time.
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

/** Chunks: the events of full blocks, of any project, compressed (`lib/log/chunks/chunk-form.ts`). */
export const eventTexts = sqliteTable("event_texts", {
  /** The first place that it covers. */
  firstSeq: integer("first_seq").primaryKey(),
  /** The last place. Damaged events between keep their texts in rows. */
  lastSeq: integer("last_seq").notNull(),
  data: blob({ mode: "buffer" }).notNull(),
  /** How many events it has. */
  events: integer().notNull(),
});

/** Finds chunks with events of an hour (`lib/log/event-hours.ts`). Derived from `event_texts`. */
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

/** Blocks whose uuids are listed in `uuid_pages` (`lib/log/uuids/uuid-list.ts`). Derived. */
export const uuidBlocks = sqliteTable("uuid_blocks", {
  /** `seq >> 16` of its events. */
  block: integer().primaryKey(),
  /** The last event in the list. */
  lastSeq: integer("last_seq").notNull(),
});

/** Finds the events of a block by their uuids. */
export const uuidPages = sqliteTable("uuid_pages", {
  /** 128 times the block, and the page; 64 = the filter. */
  place: integer().primaryKey(),
  data: blob({ mode: "buffer" }).notNull(),
});
