import { ORGANIZATION_ID } from "../../admin/projects/index.ts";
import { withHistoryJob } from "../run/history-job.ts";
import type { ConfigSchema } from "./manifest.ts";
import { getTableColumns, sql } from "../../storage/queries/index.ts";
import { plugins } from "../../storage/tables/index.ts";

/** A plugin as clients see it (reference/rest.md 8.6). The last field, `error`, is hoglet's. */
export interface PluginRecord {
  id: number;
  /** `local` (a path), `custom` (an archive or a package), `source` (given as text). */
  plugin_type: string;
  name: string;
  description: string;
  /** Its source, such as `file:/…` or `npm:@posthog/geoip-plugin`; null = given as text. */
  url: string | null;
  icon: string | null;
  /** The manifest's `config`: a list of fields, or fields by key; {} = no manifest. */
  config_schema: ConfigSchema;
  /** Version; null = unknown. */
  tag: string | null;
  /** The version that `check_for_updates` found at its source; else null. */
  latest_tag: string | null;
  is_global: boolean;
  organization_id: string;
  organization_name: string;
  /** Hooks, schedules and jobs of the code; {} = it could not be loaded. */
  capabilities: Record<string, string[]>;
  /** Kind (sum, max, min) by name. */
  metrics: Record<string, string>;
  /** Jobs that may be started over HTTP: those of the manifest, and the job that comes with `exportEvents`. */
  public_jobs: Record<string, unknown>;
  hog_function_migration_available: false;
  /** The reason why its newest version cannot run; null = it can. */
  error: string | null;
}

/** hoglet has a single organisation, that of the file. */
const ORGANIZATION_NAME = "hoglet";

/** The members of a `PluginRow`, for a SELECT from `plugins`. */
export const PLUGIN_COLUMNS = {
  ...getTableColumns(plugins),
  error: sql<
    string | null
  >`(SELECT s.error FROM plugin_sources s WHERE s.plugin_id = plugins.id ORDER BY s.id DESC LIMIT 1)`,
};

export type PluginRow = typeof plugins.$inferSelect & { error: string | null };

/** Converts a row for clients. */
export function toRecord(row: PluginRow): PluginRecord {
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
