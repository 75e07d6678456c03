import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

// The definitions from which `npm run migrations` (drizzle-kit) writes the SQL in ./migrations. Queries are plain SQL
// beside the functions that use them. Instants are integer epoch milliseconds, booleans 0 or 1, JSON is text.
// No foreign key has an action, except where a row is derived from another: deletion is explicit code, so that it can be
// counted and proven.

export const projects = sqliteTable("projects", {
  id: integer().primaryKey({ autoIncrement: true }),
  uuid: text().notNull(),
  name: text().notNull(),
  apiToken: text("api_token").notNull().unique(),
  /** IANA name; buckets of time are made in it. */
  timezone: text().notNull().default("UTC"),
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: integer("week_start_day").notNull().default(0),
  /** JSON list of property names; empty = the default list. */
  personDisplayNameProperties: text("person_display_name_properties").notNull().default("[]"),
  /** JSON list of property filters. */
  testAccountFilters: text("test_account_filters").notNull().default("[]"),
  /** JSON list of `{regex, alias}`. */
  pathCleaningFilters: text("path_cleaning_filters").notNull().default("[]"),
  anonymizeIps: integer("anonymize_ips").notNull().default(0),
  personProcessingOptOut: integer("person_processing_opt_out").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  /** When its deletion began; null = it is there. The row goes last, after all that belongs to it. */
  deletedAt: integer("deleted_at"),
});

/** Ids of projects that were deleted: never given again, so that nothing old is taken for theirs. */
export const deletedProjects = sqliteTable("deleted_projects", {
  id: integer().primaryKey(),
});

export const personalApiKeys = sqliteTable("personal_api_keys", {
  id: text().primaryKey(),
  label: text().notNull(),
  /** `sha256$` + hex; the value itself is shown once and stored nowhere. */
  valueHash: text("value_hash").notNull().unique(),
  maskValue: text("mask_value").notNull(),
  /** JSON list such as `["person:read"]`; `["*"]` = everything that declares a scope. */
  scopes: text().notNull(),
  /** JSON list of project ids; empty = every project. */
  scopedProjects: text("scoped_projects").notNull().default("[]"),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at"),
  lastRolledAt: integer("last_rolled_at"),
});

export const eventNames = sqliteTable(
  "event_names",
  {
    id: integer().primaryKey(),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    name: text().notNull(),
  },
  (table) => [uniqueIndex("event_names_by_name").on(table.projectId, table.name)],
);

export const persons = sqliteTable(
  "persons",
  {
    /** Never reused: it is the person ordinal of the engine. */
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    uuid: text().notNull(),
    properties: text().notNull().default("{}"),
    isIdentified: integer("is_identified").notNull().default(0),
    version: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("persons_by_uuid").on(table.projectId, table.uuid),
    index("persons_by_created_at").on(table.projectId, table.createdAt, table.id),
    // Ends in the order of the list, so that a search finds a page without reading any person.
    index("persons_by_email").on(table.projectId, sql`(properties ->> '$.email')`, table.createdAt),
  ],
);

export const distinctIds = sqliteTable(
  "distinct_ids",
  {
    /** The ordinal that events carry; never reused. */
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id")
      .notNull()
      .references(() => projects.id),
    distinctId: text("distinct_id").notNull(),
    /** Null = nobody claims it. A merge or split re-points it; no event is rewritten. */
    personId: integer("person_id").references(() => persons.id),
    /** 1 = seen on a personless event; while no person claims it, it is an actor of its own. */
    isPersonless: integer("is_personless").notNull().default(0),
  },
  (table) => [
    uniqueIndex("distinct_ids_by_text").on(table.projectId, table.distinctId),
    index("distinct_ids_by_person").on(table.personId),
  ],
);

export const events = sqliteTable(
  "events",
  {
    /** Order of arrival, never reused: the only clock of everything derived. */
    seq: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    /** 16 bytes; decides duplicates. */
    uuid: blob({ mode: "buffer" }).notNull(),
    eventNameId: integer("event_name_id").notNull(),
    /** Ordinal in `distinct_ids`. */
    distinctIdId: integer("distinct_id_id").notNull(),
    timestamp: integer().notNull(),
    receivedAt: integer("received_at").notNull(),
    properties: text().notNull(),
    /** JSON list of autocapture elements, innermost first; null = none. */
    elements: text(),
  },
  (table) => [
    uniqueIndex("events_by_uuid").on(table.projectId, table.uuid),
    index("events_by_timestamp").on(table.projectId, table.timestamp),
  ],
);

/**
 * Finds events by who did them and by name. Derived from `events` and brought up to date by whoever reads it, up to its own
 * largest `seq`: indexes on the log itself would cost capture 40 % of its rate (measured). May be emptied at any time.
 */
export const eventIndex = sqliteTable(
  "event_index",
  {
    seq: integer()
      .primaryKey()
      .references(() => events.seq, { onDelete: "cascade" }),
    distinctIdId: integer("distinct_id_id").notNull(),
    eventNameId: integer("event_name_id").notNull(),
    timestamp: integer().notNull(),
  },
  (table) => [
    index("event_index_by_distinct_id").on(table.distinctIdId, table.timestamp),
    index("event_index_by_name").on(table.eventNameId, table.timestamp),
  ],
);

export const groupTypes = sqliteTable(
  "group_types",
  {
    projectId: integer("project_id").notNull(),
    /** 0 to 4. */
    groupTypeIndex: integer("group_type_index").notNull(),
    groupType: text("group_type").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.groupTypeIndex] }),
    uniqueIndex("group_types_by_name").on(table.projectId, table.groupType),
  ],
);

export const groups = sqliteTable(
  "groups",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    groupTypeIndex: integer("group_type_index").notNull(),
    groupKey: text("group_key").notNull(),
    properties: text().notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("groups_by_key").on(table.projectId, table.groupTypeIndex, table.groupKey)],
);

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
    /** Label of the personal key that made it; null = the program that holds the handle, or an import. */
    createdBy: text("created_by"),
    /** 1 = no longer listed, without members; may come back. */
    deleted: integer().notNull().default(0),
    isCalculating: integer("is_calculating").notNull().default(0),
    /** When its members were last counted; null = never. */
    lastCalculation: integer("last_calculation"),
    /** Members at the last calculation; null = never counted. */
    count: integer(),
    /** Failed calculations since the last one that worked. */
    errorsCalculating: integer("errors_calculating").notNull().default(0),
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

export const actions = sqliteTable(
  "actions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** JSON list of steps, OR-ed. */
    steps: text().notNull().default("[]"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("actions_by_project").on(table.projectId)],
);

/** Questions that were kept by name; see `lib/saved`. */
export const savedInsights = sqliteTable(
  "saved_insights",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    /** What it is called in addresses; made up. */
    shortId: text("short_id").notNull(),
    /** Empty = it has none. */
    name: text().notNull().default(""),
    description: text().notNull().default(""),
    /** JSON: the question, `insight` and the fields that its endpoint takes. */
    filters: text().notNull(),
    favorited: integer().notNull().default(0),
    /** JSON list of texts. */
    tags: text().notNull().default("[]"),
    /** 1 = no longer listed, on no dashboard; may come back. */
    deleted: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** Label of the personal key that made it; null = the program that holds the handle. */
    createdBy: text("created_by"),
    lastModifiedAt: integer("last_modified_at").notNull(),
  },
  (table) => [uniqueIndex("saved_insights_by_short_id").on(table.projectId, table.shortId)],
);

export const dashboards = sqliteTable(
  "dashboards",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** 1 = listed before the others. */
    pinned: integer().notNull().default(0),
    /** JSON list of texts. */
    tags: text().notNull().default("[]"),
    /** JSON `{ date_from?, date_to? }`: what its insights are shown by instead of their own dates. */
    filters: text().notNull().default("{}"),
    deleted: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    createdBy: text("created_by"),
    lastModifiedAt: integer("last_modified_at").notNull(),
  },
  (table) => [index("dashboards_by_project").on(table.projectId)],
);

/** Insights on dashboards. */
export const dashboardTiles = sqliteTable(
  "dashboard_tiles",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    dashboardId: integer("dashboard_id").notNull(),
    insightId: integer("insight_id").notNull(),
    /** Ascending; gaps say nothing. */
    place: integer().notNull(),
    /** In columns of 12. */
    width: integer().notNull(),
  },
  (table) => [
    index("dashboard_tiles_by_dashboard").on(table.projectId, table.dashboardId, table.place),
    index("dashboard_tiles_by_insight").on(table.projectId, table.insightId),
  ],
);

export const ingestionWarnings = sqliteTable(
  "ingestion_warnings",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    type: text().notNull(),
    distinctId: text("distinct_id"),
    eventUuid: text("event_uuid"),
    /** JSON object saying what was found. */
    details: text().notNull().default("{}"),
    timestamp: integer().notNull(),
  },
  (table) => [index("ingestion_warnings_by_project").on(table.projectId, table.id)],
);

/** Who changed what; see `activity/record.ts`. */
export const activityLog = sqliteTable(
  "activity_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null = no single project: personal keys, and the deletion of a project. */
    projectId: integer("project_id"),
    /** Id and label of the personal key that did it, the label as it was then; null = the system. */
    keyId: text("key_id"),
    keyLabel: text("key_label"),
    scope: text().notNull(),
    itemId: text("item_id").notNull(),
    activity: text().notNull(),
    /** JSON object: name, short_id, type, trigger, changes. */
    detail: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("activity_log_by_item").on(table.projectId, table.scope, table.itemId)],
);

/** Events that are to be deleted, as asked for; see `deletion/request.ts`. A row outlives the person it is about. */
export const deletions = sqliteTable(
  "deletions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    projectId: integer("project_id").notNull(),
    kind: text().notNull(),
    /** UUID of the person. */
    key: text().notNull(),
    /** JSON list of the ordinals in `distinct_ids` that were the person's. */
    distinctIdIds: text("distinct_id_ids").notNull(),
    /** Events up to this `seq` go: those that had arrived by then, whatever their own time. */
    untilSeq: integer("until_seq").notNull(),
    /** JSON list beside `distinct_id_ids`: the last `seq`, and the instant, up to which each was the person's. */
    reach: text().notNull().default("[]"),
    /** pending, running or done. */
    status: text().notNull().default("pending"),
    /** JSON: the author. */
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    deleteVerifiedAt: integer("delete_verified_at"),
    /** JSON: what its run has done so far, so that another process can go on; see `deletion/task.ts`. */
    progress: text().notNull().default("{}"),
    /** JSON; null until it is done. */
    receipt: text(),
  },
  (table) => [
    index("deletions_by_key").on(table.projectId, table.kind, table.key),
    index("deletions_by_status").on(table.status, table.id),
  ],
);

/** Which process does what only one may do at a time; see `deletion/lease.ts`. */
export const leases = sqliteTable("leases", {
  name: text().primaryKey(),
  /** Made up for each time it is taken. */
  holder: text().notNull(),
  host: text().notNull(),
  pid: integer().notNull(),
  /** By the system's clock, whatever clock the handle has. */
  renewedAt: integer("renewed_at").notNull(),
});

/** What programs over the handle keep by names of their own; see `lib/notes`. */
export const notes = sqliteTable(
  "notes",
  {
    projectId: integer("project_id").notNull(),
    name: text().notNull(),
    /** JSON. */
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.name] })],
);

/** When each scheduled job last had its turn; see `schedule.ts`. */
export const schedules = sqliteTable("schedules", {
  name: text().primaryKey(),
  lastRunAt: integer("last_run_at").notNull(),
});

/**
 * A block of the log in columns (`lib/columns`): the events of one project whose `seq >> 16` is `block`. Derived, and only of
 * blocks that are full; a trigger drops it when one of its events is deleted. May be emptied at any time.
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
    /** JSON list of the property keys whose values are too many for a column. */
    wideKeys: text("wide_keys").notNull(),
  },
  (table) => [uniqueIndex("segments_by_block").on(table.projectId, table.block)],
);

/** One column of a segment. */
export const segmentColumns = sqliteTable(
  "segment_columns",
  {
    segmentId: integer("segment_id")
      .notNull()
      .references(() => segments.id, { onDelete: "cascade" }),
    /** `time`, `actor`, `seq`, or `p:` and a property's key. */
    name: text().notNull(),
    data: blob({ mode: "buffer" }).notNull(),
    /** JSON list of a property's values; the code in `data` is the place, from 1; 0 = missing. */
    dictionary: text(),
  },
  (table) => [primaryKey({ columns: [table.segmentId, table.name] })],
);

/** How often events or segments were deleted: triggers count, and who keeps them in memory compares. */
export const logChanges = sqliteTable("log_changes", {
  id: integer().primaryKey(),
  deletions: integer().notNull(),
});

/**
 * Written by triggers whenever a distinct id is re-pointed, or a person's `created_at` moves: who keeps people in memory reads
 * what is new. The oldest rows may go at any time; readers that miss some read everything afresh.
 */
export const identityChanges = sqliteTable("identity_changes", {
  seq: integer().primaryKey({ autoIncrement: true }),
  distinctIdId: integer("distinct_id_id"),
  personId: integer("person_id"),
});

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
    /** A text, or for lists JSON of texts. */
    value: text().notNull(),
    isList: integer("is_list").notNull().default(0),
    /** Epoch ms; null = never. */
    expiresAt: integer("expires_at"),
  },
  (table) => [primaryKey({ columns: [table.pluginId, table.projectId, table.key] })],
);

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
  (table) => [index("plugin_jobs_by_time").on(table.runAt, table.id)],
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
