import * as v from "valibot";
import { ORGANIZATION_ID } from "../../admin/projects/index.ts";
import { Id, Properties, Uuid } from "../../base/answer-scalars.ts";
import { withHistoryJob } from "../run/history-job.ts";
import type { ConfigSchema } from "./manifest.ts";
import { getTableColumns, sql } from "../../storage/queries/index.ts";
import { plugins } from "../../storage/tables/index.ts";

/** A plugin as clients see it (reference/rest.md 8.6). The last field, `error`, is hoglet's. */
export const PluginRecord = v.pipe(
  v.object({
    id: Id,
    /** `local` (a path), `custom` (an archive or a package), `source` (given as text). */
    plugin_type: v.string(),
    name: v.string(),
    description: v.string(),
    /** Its source, such as `file:/…` or `npm:@posthog/geoip-plugin`; null = given as text. */
    url: v.nullable(v.string()),
    icon: v.nullable(v.string()),
    /** The manifest's `config`: a list of fields, or fields by key; {} = no manifest. */
    config_schema: v.union([v.array(Properties), Properties]) as unknown as v.GenericSchema<ConfigSchema>,
    /** Version; null = unknown. */
    tag: v.nullable(v.string()),
    /** The version that `check_for_updates` found at its source; else null. */
    latest_tag: v.nullable(v.string()),
    is_global: v.boolean(),
    organization_id: Uuid,
    organization_name: v.string(),
    /** Hooks, schedules and jobs of the code; {} = it could not be loaded. */
    capabilities: v.record(v.string(), v.array(v.string())),
    /** Kind (sum, max, min) by name. */
    metrics: v.record(v.string(), v.string()),
    /** Jobs that may be started over HTTP: those of the manifest, and the job that comes with `exportEvents`. */
    public_jobs: Properties,
    hog_function_migration_available: v.literal(false),
    /** The reason why its newest version cannot run; null = it can. */
    error: v.nullable(v.string()),
  }),
  v.examples([
    {
      id: 4,
      plugin_type: "custom",
      name: "EU sink plugin",
      description: "Sends events on",
      url: "npm:eu-sink",
      icon: null,
      config_schema: [{ key: "token", name: "Token", type: "string", secret: true, required: true }],
      tag: "1.0.0",
      latest_tag: null,
      is_global: false,
      organization_id: ORGANIZATION_ID,
      organization_name: "hoglet",
      capabilities: { methods: ["processEvent"], scheduled_tasks: [], jobs: [] },
      metrics: {},
      public_jobs: {},
      hog_function_migration_available: false,
      error: null,
    },
  ]),
);
export interface PluginRecord extends v.InferOutput<typeof PluginRecord> {}

/** hoglet's single organisation: the file's. */
const ORGANIZATION_NAME = "hoglet";

export const PLUGIN_COLUMNS = {
  ...getTableColumns(plugins),
  error: sql<
    string | null
  >`(SELECT s.error FROM plugin_sources s WHERE s.plugin_id = plugins.id ORDER BY s.id DESC LIMIT 1)`,
};

export type PluginRow = typeof plugins.$inferSelect & { error: string | null };

export function toPluginRecord(row: PluginRow): PluginRecord {
  const capabilities = JSON.parse(row.capabilities) as PluginRecord["capabilities"];
  return {
    id: row.id,
    plugin_type: row.pluginType,
    name: row.name,
    description: row.description,
    url: row.url,
    icon: row.icon,
    config_schema: JSON.parse(row.configSchema) as ConfigSchema,
    tag: row.tag,
    latest_tag: null,
    is_global: row.isGlobal === 1,
    organization_id: ORGANIZATION_ID,
    organization_name: ORGANIZATION_NAME,
    capabilities,
    metrics: JSON.parse(row.metrics) as Record<string, string>,
    public_jobs: withHistoryJob(JSON.parse(row.publicJobs) as Record<string, unknown>, capabilities),
    hog_function_migration_available: false,
    error: row.error,
  };
}
