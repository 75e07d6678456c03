import { ORGANIZATION_ID } from "../../admin/projects/index.ts";
import { withHistoryJob } from "../run/history-job.ts";
import type { ConfigSchema } from "./manifest.ts";

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

/** The columns of `toRecord`, for a SELECT from `plugins`. */
export const PLUGIN_COLUMNS = `id, plugin_type, name, description, url, icon, config_schema, tag, is_global, capabilities,
  metrics, public_jobs,
  (SELECT s.error FROM plugin_sources s WHERE s.plugin_id = plugins.id ORDER BY s.id DESC LIMIT 1) AS error`;

export interface PluginRow {
  id: number;
  plugin_type: string;
  name: string;
  description: string;
  url: string | null;
  icon: string | null;
  config_schema: string;
  tag: string | null;
  is_global: number;
  capabilities: string;
  metrics: string;
  public_jobs: string;
  error: string | null;
}

/** Converts a row for clients. */
export function toRecord(row: PluginRow): PluginRecord {
  const capabilities = JSON.parse(row.capabilities) as PluginRecord["capabilities"];
  return {
    id: row.id,
    plugin_type: row.plugin_type,
    name: row.name,
    description: row.description,
    url: row.url,
    icon: row.icon,
    config_schema: JSON.parse(row.config_schema) as ConfigSchema,
    tag: row.tag,
    latest_tag: null,
    is_global: row.is_global === 1,
    organization_id: ORGANIZATION_ID,
    organization_name: ORGANIZATION_NAME,
    capabilities,
    metrics: JSON.parse(row.metrics) as Record<string, string>,
    public_jobs: withHistoryJob(JSON.parse(row.public_jobs) as Record<string, unknown>, capabilities),
    hog_function_migration_available: false,
    error: row.error,
  };
}
