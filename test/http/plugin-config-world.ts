import { openPlugins } from "../plugins/plugin-world.ts";
import type { Reply } from "./ask.ts";

export const CONFIGS = "/api/projects/1/plugin_configs";

/** A plugin config as clients get it. */
export interface Wire {
  id: number;
  enabled: boolean;
  order: number;
  config: string;
  plugin_info: string;
  delivery_rate_24h: string;
  name: string;
  [field: string]: unknown;
}

const SCHEMA = [
  { key: "token", secret: true, type: "string" },
  { key: "bar", type: "string" },
  { key: "db", type: "attachment" },
  { key: "pem", type: "attachment", secret: true },
];

/** Projects with a plugin, and requests about its configs. */
export async function openConfigs() {
  const world = openPlugins();
  const plugin = await world.install({ config: SCHEMA });
  const send = (method: string, path = "", body?: unknown) =>
    world.ask<Wire>(method, `${CONFIGS}${path}/`, body === undefined ? {} : { body });
  const make = async (input: object = {}) => (await send("POST", "", { plugin: plugin.id, order: 1, ...input })).body;
  return { ...world, plugin, send, make };
}

/** A multipart body. */
export function form(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

/** The status, code and field of a refusal. */
export function refused({ status, body }: Reply<unknown>): unknown[] {
  const { code, attr } = body as Record<string, unknown>;
  return [status, code, attr];
}
