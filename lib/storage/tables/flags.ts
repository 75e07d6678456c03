import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Stored feature flags; see `lib/flags/stored`. */
export const featureFlags = sqliteTable(
  "feature_flags",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    key: text().notNull(),
    /** The description, under PostHog's name. */
    name: text().notNull().default(""),
    /** JSON: conditions, variants and payloads. */
    filters: text().notNull(),
    active: integer().notNull().default(1),
    /** 1 = no longer listed or evaluated; keeps its key and may be restored. */
    deleted: integer().notNull().default(0),
    archived: integer().notNull().default(0),
    /** 1 at first; grows with every change. */
    version: integer().notNull().default(1),
    /** 1 = persons keep their value when they are identified. */
    ensureExperienceContinuity: integer("ensure_experience_continuity").notNull().default(0),
    /** `all`, `client` or `server`. */
    evaluationRuntime: text("evaluation_runtime").notNull().default("all"),
    /** `distinct_id` or `device_id`. */
    bucketingIdentifier: text("bucketing_identifier").notNull().default("distinct_id"),
    isRemoteConfiguration: integer("is_remote_configuration").notNull().default(0),
    /** JSON list of texts. */
    tags: text().notNull().default("[]"),
    /** JSON list of contexts in which it is evaluated; empty = all. */
    evaluationTags: text("evaluation_tags").notNull().default("[]"),
    createdAt: integer("created_at").notNull(),
    /** Label of a personal key; null = the program that holds the handle. */
    createdBy: text("created_by"),
    updatedAt: integer("updated_at").notNull(),
    lastModifiedBy: text("last_modified_by"),
    /** The newest `$feature_flag_called`, to the hour; null = never. */
    lastCalledAt: integer("last_called_at"),
  },
  (table) => [uniqueIndex("feature_flags_by_key").on(table.projectId, table.key)],
);

/** The ids under which persons got flags that keep their values. */
export const flagIds = sqliteTable(
  "flag_ids",
  {
    projectId: integer("project_id").notNull(),
    personId: integer("person_id").notNull(),
    flagKey: text("flag_key").notNull(),
    keptId: text("kept_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.flagKey] })],
);
