import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { projects } from "./projects.ts";

/** Installed plugins (`lib/plugins`), shared by all projects. */
export const plugins = sqliteTable("plugins", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** `local` (a folder), `custom` (an archive or a package), `source` (given as text), `inline` (of the embedding program). */
  pluginType: text("plugin_type").notNull(),
  name: text().notNull(),
  description: text().notNull().default(""),
  /** Where it came from, such as `file:/…` or `npm:@posthog/geoip-plugin`; null = given as text. */
  url: text(),
  icon: text(),
  /** JSON: the manifest's `config`, a list or an object. */
  configSchema: text("config_schema").notNull().default("[]"),
  /** The manifest's version; null = it has none. */
  tag: text(),
  isGlobal: integer("is_global").notNull().default(0),
  /** JSON `{ methods, scheduled_tasks, jobs }`, read off the code. */
  capabilities: text().notNull().default("{}"),
  /** JSON: kind (sum, max, min) by name. */
  metrics: text().notNull().default("{}"),
  /** JSON: the manifest's `publicJobs`. */
  publicJobs: text("public_jobs").notNull().default("{}"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** The files of a plugin, each version of which is kept as long as a config runs it. */
export const pluginSources = sqliteTable("plugin_sources", {
  id: integer().primaryKey({ autoIncrement: true }),
  pluginId: integer("plugin_id")
    .notNull()
    .references(() => plugins.id),
  /** JSON: text by name: `plugin.json`, `index.ts` (or the name that tells its language), `frontend.tsx`. */
  files: text().notNull(),
  /** The backend as CommonJS; null = it could not be made: see `error`. */
  code: text(),
  /** The frontend as CommonJS. */
  frontendCode: text("frontend_code"),
  error: text(),
  createdAt: integer("created_at").notNull(),
});

/** A plugin's use in a project. */
export const pluginConfigs = sqliteTable(
  "plugin_configs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    pluginId: integer("plugin_id")
      .notNull()
      .references(() => plugins.id),
    /** The version that it runs. */
    sourceId: integer("source_id")
      .notNull()
      .references(() => pluginSources.id),
    enabled: integer().notNull().default(0),
    order: integer().notNull(),
    name: text(),
    description: text(),
    deleted: integer().notNull().default(0),
    /** JSON: the values that are no secrets. */
    config: text().notNull().default("{}"),
    /** Encrypted JSON: the values that are (`lib/plugins`); null = there are none. */
    secrets: blob({ mode: "buffer" }),
    /** JSON `{ message, time, name?, stack? }` of what stopped it; null = nothing did. */
    error: text(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("plugin_configs_by_order").on(table.projectId, table.order, table.pluginId)],
);

/** Files of a config. */
export const pluginAttachments = sqliteTable(
  "plugin_attachments",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    configId: integer("config_id")
      .notNull()
      .references(() => pluginConfigs.id),
    key: text().notNull(),
    fileName: text("file_name").notNull(),
    contentType: text("content_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** Of a secret field encrypted. */
    contents: blob({ mode: "buffer" }).notNull(),
    isSecret: integer("is_secret").notNull().default(0),
  },
  (table) => [uniqueIndex("plugin_attachments_by_key").on(table.configId, table.key)],
);

/** What plugins keep: durable, of one config. */
export const pluginStorage = sqliteTable(
  "plugin_storage",
  {
    configId: integer("config_id")
      .notNull()
      .references(() => pluginConfigs.id),
    key: text().notNull(),
    /** JSON. */
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.configId, table.key] })],
);

/** What plugins keep for a while: of one plugin in one project, whatever the config. */
export const pluginCache = sqliteTable(
  "plugin_cache",
  {
    pluginId: integer("plugin_id").notNull(),
    projectId: integer("project_id").notNull(),
    key: text().notNull(),
    /** A text; empty for lists. */
    value: text().notNull(),
    isList: integer("is_list").notNull().default(0),
    /** Epoch ms; null = never. */
    expiresAt: integer("expires_at"),
    /** The config that wrote it last: the bytes are on its account; zero = a config of before there were accounts. */
    configId: integer("config_id").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.pluginId, table.projectId, table.key] })],
);

/** Items of lists in the cache, in order of `position`, which begins anywhere and may have gaps. */
export const pluginCacheItems = sqliteTable(
  "plugin_cache_items",
  {
    pluginId: integer("plugin_id").notNull(),
    projectId: integer("project_id").notNull(),
    key: text().notNull(),
    position: integer().notNull(),
    value: text().notNull(),
    /** The config that wrote it. */
    configId: integer("config_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.pluginId, table.projectId, table.key, table.position] })],
);

/**
 * Bytes that a config keeps in storage, cache, jobs and logs, each row with 128 for itself. Triggers of the migration
 * `plugin-budgets` count them, so that no statement can forget to.
 */
export const pluginUsage = sqliteTable("plugin_usage", {
  configId: integer("config_id").primaryKey(),
  bytes: integer().notNull().default(0),
  /** Those of them that are logs. */
  logBytes: integer("log_bytes").notNull().default(0),
});

/** Work that a config put off. */
export const pluginJobs = sqliteTable(
  "plugin_jobs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    configId: integer("config_id")
      .notNull()
      .references(() => pluginConfigs.id),
    name: text().notNull(),
    /** JSON. */
    payload: text().notNull(),
    runAt: integer("run_at").notNull(),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    index("plugin_jobs_by_time").on(table.runAt, table.id),
    index("plugin_jobs_by_config").on(table.configId, table.runAt, table.id),
  ],
);

/** Events that wait for `exportEvents`: written with the event itself, gone when it was exported or is waiting as a job. */
export const pluginExports = sqliteTable(
  "plugin_exports",
  {
    projectId: integer("project_id").notNull(),
    configId: integer("config_id")
      .notNull()
      .references(() => pluginConfigs.id),
    /** Of the event in the log, which may have been deleted meanwhile. */
    seq: integer().notNull(),
    /** Epoch ms: who exports it has until then; zero = nobody does. */
    claimedUntil: integer("claimed_until").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.configId, table.seq] })],
);

/** What configs say, and what happens to them. */
export const pluginLogs = sqliteTable(
  "plugin_logs",
  {
    /** In order of arrival. */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    projectId: integer("project_id").notNull(),
    pluginId: integer("plugin_id").notNull(),
    configId: integer("config_id").notNull(),
    timestamp: integer().notNull(),
    /** SYSTEM, PLUGIN or CONSOLE. */
    source: text().notNull(),
    /** DEBUG, LOG, INFO, WARN or ERROR. */
    type: text().notNull(),
    message: text().notNull(),
    /** Of the process. */
    instanceId: text("instance_id").notNull(),
  },
  (table) => [index("plugin_logs_by_config").on(table.projectId, table.configId, table.timestamp, table.seq)],
);

/** How calls into configs went, hour by hour. */
export const pluginMetrics = sqliteTable(
  "plugin_metrics",
  {
    projectId: integer("project_id").notNull(),
    configId: integer("config_id").notNull(),
    /** Epoch ms of the hour's start. */
    hour: integer().notNull(),
    /** Such as `processEvent`, `onEvent`, `exportEvents`, `scheduledTask`, `composeWebhook`. */
    category: text().notNull(),
    successes: integer().notNull().default(0),
    successesOnRetry: integer("successes_on_retry").notNull().default(0),
    failures: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.configId, table.hour, table.category] })],
);
