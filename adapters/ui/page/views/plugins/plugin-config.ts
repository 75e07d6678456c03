import type { PluginConfigRecord, PluginRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";

/** Installed plugins belong to all projects. */
export const PLUGINS = "api/organizations/@current/plugins";

/** A config in HTTP's form: JSON text and a decimal instead of values, "" instead of null. */
export interface WireConfig extends Omit<PluginConfigRecord, "config" | "error" | "plugin_info" | "delivery_rate_24h"> {
  config: string;
  error: string;
  plugin_info: string;
  delivery_rate_24h: string;
}

/** Plugins, and the project's configs in the order in which they run. */
export interface Setup {
  plugins: PluginRecord[];
  configs: PluginConfigRecord[];
}

export async function getSetup(P: string, signal: AbortSignal): Promise<Setup> {
  const query = { limit: 1000 };
  const [plugins, configs] = await Promise.all([
    call<{ results: PluginRecord[] }>(`${PLUGINS}/`, { query, signal }),
    call<{ results: WireConfig[] }>(`${P}/plugin_configs/`, { query, signal }),
  ]);
  return { plugins: plugins.results, configs: configs.results.map(parseConfig) };
}

/** Parses the values of a config from HTTP. */
export function parseConfig({
  config,
  error,
  plugin_info,
  delivery_rate_24h: rate,
  ...rest
}: WireConfig): PluginConfigRecord {
  return {
    ...rest,
    config: JSON.parse(config) as PluginConfigRecord["config"],
    error: error === "" ? null : (JSON.parse(error) as PluginConfigRecord["error"]),
    plugin_info: JSON.parse(plugin_info) as PluginRecord,
    delivery_rate_24h: rate === "" ? null : Number(rate),
  };
}

/** @throws Error with the reason when a config that was just saved could not be set up: it is not enabled then */
export function failOnError({ error, enabled }: Pick<WireConfig, "error" | "enabled">): void {
  if (error === "") return;
  const { name, message } = JSON.parse(error) as { name?: string; message: string };
  const reason = name === undefined ? message : `${name}: ${message}`;
  throw new Error(
    enabled
      ? `The set-up failed and is tried again: ${reason}`
      : `Saved, but not enabled: the set-up failed. ${reason}`,
  );
}
