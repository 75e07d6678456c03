import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { projects } from "./projects.ts";

export const persons = sqliteTable(
  "persons",
  {
    /** Never reused: the person's ordinal in the engine. */
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    uuid: text().notNull(),
    properties: text().notNull().default("{}"),
    isIdentified: integer("is_identified").notNull().default(0),
    version: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** Checksums of the row (`lib/storage/row-sums.ts`). */
    textSum: integer("text_sum"),
    headSum: integer("head_sum"),
  },
  (table) => [
    uniqueIndex("persons_by_uuid").on(table.projectId, table.uuid),
    index("persons_by_created_at").on(table.projectId, table.createdAt, table.id),
    // In the order of the list, so that a search finds a page without reading persons.
    index("persons_by_email").on(table.projectId, sql`(properties ->> '$.email')`, table.createdAt),
  ],
);

export const distinctIds = sqliteTable(
  "distinct_ids",
  {
    /** The ordinal in events; never reused. */
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    distinctId: text("distinct_id").notNull(),
    /** Null = unclaimed. Merges and splits change this pointer; no event is rewritten. */
    personId: integer("person_id").references(() => persons.id),
    /** 1 = seen on a personless event: an actor of its own until a person claims it. */
    isPersonless: integer("is_personless").notNull().default(0),
    /** Checksums of the row (`lib/storage/row-sums.ts`). */
    textSum: integer("text_sum"),
    headSum: integer("head_sum"),
  },
  (table) => [
    uniqueIndex("distinct_ids_by_text").on(table.projectId, table.distinctId),
    index("distinct_ids_by_person").on(table.personId),
  ],
);

/**
 * Triggers add a row when a distinct id changes its person, or a person its `created_at`, for readers that keep people
 * in memory. The oldest rows may be deleted at any time; a reader that misses some reads all people again.
 */
export const identityChanges = sqliteTable("identity_changes", {
  seq: integer().primaryKey({ autoIncrement: true }),
  distinctIdId: integer("distinct_id_id"),
  personId: integer("person_id"),
});
