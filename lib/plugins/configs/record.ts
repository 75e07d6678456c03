import { toIso } from "../../base/clock.ts";
import type { PluginRecord } from "../registry/record.ts";
import type { Values } from "./values.ts";
import { getTableColumns } from "../../storage/queries/index.ts";
import { pluginConfigs, plugins } from "../../storage/tables/index.ts";

/** The error that stopped a config. */
export interface ConfigError {
  message: string;
  /** ISO text. */
  time: string;
  name?: string;
  stack?: string;
}

/**
 * A plugin config as clients see it in process (docs/contract.md); over HTTP four of these fields are text, see
 * `http/routes`.
 */
export interface PluginConfigRecord {
  id: number;
  plugin: number;
  enabled: boolean;
  order: number;
  /** Values by key, with a mask in place of secrets; files as `{ uid, saved, size, name, type }`. */
  config: Values;
  /** Null = no error stopped it. */
  error: ConfigError | null;
  team_id: number;
  plugin_info: PluginRecord;
  /** 0 to 1, in lists and in answers with a single config; null = no calls, or the answer has no rate. */
  delivery_rate_24h: number | null;
  /** ISO text. */
  created_at: string;
  /** ISO text; grows with every save, also under a frozen clock. */
  updated_at: string;
  /** Its own name, else the plugin's. */
  name: string;
  description: string;
  deleted: boolean;
}

/** The members of a `ConfigRow`, for a SELECT from `plugin_configs` joined with `plugins`. */
export const CONFIG_COLUMNS = {
  ...getTableColumns(pluginConfigs),
  pluginName: plugins.name,
  pluginDescription: plugins.description,
  configSchema: plugins.configSchema,
};

export type ConfigRow = typeof pluginConfigs.$inferSelect & {
  pluginName: string;
  pluginDescription: string;
  configSchema: string;
};

export function toConfigRecord(
  row: ConfigRow,
  { files, plugin, rate = null }: { files: Values | undefined; plugin: PluginRecord; rate?: number | null },
): PluginConfigRecord {
  return {
    id: row.id,
    plugin: row.pluginId,
    enabled: row.enabled === 1,
    order: row.order,
    config: { ...(JSON.parse(row.config) as Values), ...files },
    error: row.error === null ? null : (JSON.parse(row.error) as ConfigError),
    team_id: row.projectId,
    plugin_info: plugin,
    delivery_rate_24h: rate,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
    name: row.name || row.pluginName,
    description: row.description || row.pluginDescription,
    deleted: row.deleted === 1,
  };
}
