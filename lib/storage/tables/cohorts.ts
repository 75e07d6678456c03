import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const cohorts = sqliteTable(
  "cohorts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** JSON list of groups, OR-ed: `{properties}` in any shape of filters, or `{event_id | action_id, days, count, …}`. */
    groups: text().notNull().default("[]"),
    isStatic: integer("is_static").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** Label of a personal key; null = the program that holds the handle, or an import. */
    createdBy: text("created_by"),
    /** 1 = no longer listed, without members; it may be restored. */
    deleted: integer().notNull().default(0),
    isCalculating: integer("is_calculating").notNull().default(0),
    /** Time of the last calculation of its members; null = never. */
    lastCalculation: integer("last_calculation"),
    /** Members at the last calculation; null = never counted. */
    count: integer(),
    /** Failed calculations since the last success. */
    errorsCalculating: integer("errors_calculating").notNull().default(0),
    /** Grows with every change of the members, by triggers. */
    version: integer().notNull().default(0),
  },
  (table) => [index("cohorts_by_project").on(table.projectId)],
);

export const cohortMembers = sqliteTable(
  "cohort_members",
  {
    cohortId: integer("cohort_id").notNull(),
    personId: integer("person_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.cohortId, table.personId] }),
    index("cohort_members_by_person").on(table.personId),
  ],
);
