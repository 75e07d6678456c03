import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const projects = sqliteTable("projects", {
  id: integer().primaryKey({ autoIncrement: true }),
  uuid: text().notNull(),
  name: text().notNull(),
  apiToken: text("api_token").notNull().unique(),
  /** IANA name; time buckets follow it. */
  timezone: text().notNull().default("UTC"),
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: integer("week_start_day").$type<0 | 1>().notNull().default(0),
  /** JSON list of property names; empty = the default list. */
  personDisplayNameProperties: text("person_display_name_properties").notNull().default("[]"),
  /** JSON list of property filters. */
  testAccountFilters: text("test_account_filters").notNull().default("[]"),
  /** JSON list of `{regex, alias}`. */
  pathCleaningFilters: text("path_cleaning_filters").notNull().default("[]"),
  anonymizeIps: integer("anonymize_ips").notNull().default(0),
  personProcessingOptOut: integer("person_processing_opt_out").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  /** Time at which its deletion began; null = not deleted. The row goes last, after all rows that belong to it. */
  deletedAt: integer("deleted_at"),
});

/** Never used again, so that old links and rows cannot refer to a new project. */
export const deletedProjects = sqliteTable("deleted_projects", {
  id: integer().primaryKey(),
});

export const personalApiKeys = sqliteTable("personal_api_keys", {
  id: text().primaryKey(),
  label: text().notNull(),
  /** `sha256$` + hex. The value is shown once and never stored. */
  valueHash: text("value_hash").notNull().unique(),
  maskValue: text("mask_value").notNull(),
  /** JSON list such as `["person:read"]`; `["*"]` = every route that declares a scope. */
  scopes: text().notNull(),
  /** JSON list of project ids; empty = every project. */
  scopedProjects: text("scoped_projects").notNull().default("[]"),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at"),
  lastRolledAt: integer("last_rolled_at"),
  /** The project that `@current` stands for; null = the first one that the key may touch. */
  currentProject: integer("current_project"),
});
