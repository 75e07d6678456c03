import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { projects } from "./projects.ts";

/** Installed plugins, shared by all projects. */
export const plugins = sqliteTable("plugins", {
  id: integer().primaryKey({ autoIncrement: true }),
  /**
   * `local` (a folder), `custom` (an archive or a package), `source` (a text), `inline` (from the embedding program).
   */
  pluginType: text("plugin_type").notNull(),
  name: text().notNull(),
  description: text().notNull().default(""),
  /** Such as `file:/…` or `npm:@posthog/geoip-plugin`; null = given as text. */
  url: text(),
  icon: text(),
  /** JSON: the manifest's `config`, a list or an object. */
  configSchema: text("config_schema").notNull().default("[]"),
  /** The manifest's version; null = none. */
  tag: text(),
  isGlobal: integer("is_global").notNull().default(0),
  /** JSON `{ methods, scheduled_tasks, jobs }`, read from the code. */
  capabilities: text().notNull().default("{}"),
  /** JSON: kind (sum, max, min) by name. */
  metrics: text().notNull().default("{}"),
  /** JSON: the manifest's `publicJobs`. */
  publicJobs: text("public_jobs").notNull().default("{}"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** A plugin's files. A version stays while a config runs it. */
export const pluginSources = sqliteTable("plugin_sources", {
  id: integer().primaryKey({ autoIncrement: true }),
  pluginId: integer("plugin_id")
    .notNull()
    .references(() => plugins.id),
  /** JSON, text by file name: `plugin.json`, `index.ts` (or the name that gives its language), `frontend.tsx`. */
  files: text().notNull(),
  /** CommonJS; null = it could not be built: see `error`. */
  code: text(),
  /** The frontend as CommonJS. */
  frontendCode: text("frontend_code"),
  error: text(),
  createdAt: integer("created_at").notNull(),
});

/** The use of a plugin in a project. */
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
    /** JSON: the values that are not secret. */
    config: text().notNull().default("{}"),
    /** Encrypted JSON (`lib/plugins`); null = none. */
    secrets: blob({ mode: "buffer" }),
    /** JSON `{ message, time, name?, stack? }` of the error that stopped it; null = no error. */
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
    /** Encrypted for a secret field. */
    contents: blob({ mode: "buffer" }).notNull(),
    isSecret: integer("is_secret").notNull().default(0),
  },
  (table) => [uniqueIndex("plugin_attachments_by_key").on(table.configId, table.key)],
);

/** Durable values of plugins, for each config. */
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

/** Temporary values of plugins, for each plugin in a project, shared by its configs. */
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
    /** The last writer, for which the bytes count. */
    configId: integer("config_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.pluginId, table.projectId, table.key] })],
);

/** Items of lists, in the order of `position`, with any start and gaps. */
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
 * Bytes of a config in storage, cache, jobs and logs, and 128 for each row. Triggers count them, so that no statement
 * can forget it.
 */
export const pluginUsage = sqliteTable("plugin_usage", {
  configId: integer("config_id").primaryKey(),
  bytes: integer().notNull().default(0),
  /** The part for logs. */
  logBytes: integer("log_bytes").notNull().default(0),
});

/** Jobs that a config scheduled. */
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

/** Events that wait for `exportEvents`: written with the event, gone when it was exported or waits as a job. */
export const pluginExports = sqliteTable(
  "plugin_exports",
  {
    projectId: integer("project_id").notNull(),
    configId: integer("config_id")
      .notNull()
      .references(() => pluginConfigs.id),
    /** The event may have been deleted since. */
    seq: integer().notNull(),
    /** Epoch ms until which an exporter holds the row; 0 = free. */
    claimedUntil: integer("claimed_until").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.configId, table.seq] })],
);

/** Log lines of configs, and reports about them. */
export const pluginLogs = sqliteTable(
  "plugin_logs",
  {
    /** The number of a line, in order of arrival. */
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
    /** Id of the process. */
    instanceId: text("instance_id").notNull(),
  },
  (table) => [index("plugin_logs_by_config").on(table.projectId, table.configId, table.timestamp, table.seq)],
);

/** Results of calls into configs, by hour. */
export const pluginMetrics = sqliteTable(
  "plugin_metrics",
  {
    projectId: integer("project_id").notNull(),
    configId: integer("config_id").notNull(),
    /** Epoch ms of the hour's start. */
    hour: integer().notNull(),
    /** The category, for example `processEvent`, `onEvent`, `exportEvents`, `scheduledTask`, `composeWebhook`. */
    category: text().notNull(),
    successes: integer().notNull().default(0),
    successesOnRetry: integer("successes_on_retry").notNull().default(0),
    failures: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.configId, table.hour, table.category] })],
);
