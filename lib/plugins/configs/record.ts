import { toIso } from "../../base/clock.ts";
import type { PluginRecord } from "../registry/record.ts";
import type { Values } from "./values.ts";

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
  /** The plugin, in answers with a single config; null in lists. */
  plugin_info: PluginRecord | null;
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

/** The columns of `toRecord`, for a SELECT from `plugin_configs c JOIN plugins p ON p.id = c.plugin_id`. */
export const CONFIG_COLUMNS = `c.id, c.plugin_id, c.source_id, c.enabled, c."order", c.config, c.secrets, c.error,
  c.project_id, c.created_at, c.updated_at, c.name, c.description, c.deleted,
  p.name AS plugin_name, p.description AS plugin_description, p.config_schema`;

export interface ConfigRow {
  id: number;
  plugin_id: number;
  source_id: number;
  enabled: number;
  order: number;
  config: string;
  secrets: Buffer | null;
  error: string | null;
  project_id: number;
  created_at: number;
  updated_at: number;
  name: string | null;
  description: string | null;
  deleted: number;
  plugin_name: string;
  plugin_description: string;
  config_schema: string;
}

/** Converts a row for clients. */
export function toRecord(
  row: ConfigRow,
  {
    files,
    plugin = null,
    rate = null,
  }: { files: Values | undefined; plugin?: PluginRecord | null; rate?: number | null },
): PluginConfigRecord {
  return {
    id: row.id,
    plugin: row.plugin_id,
    enabled: row.enabled === 1,
    order: row.order,
    config: { ...(JSON.parse(row.config) as Values), ...files },
    error: row.error === null ? null : (JSON.parse(row.error) as ConfigError),
    team_id: row.project_id,
    plugin_info: plugin,
    delivery_rate_24h: rate,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    name: row.name || row.plugin_name,
    description: row.description || row.plugin_description,
    deleted: row.deleted === 1,
  };
}
