import * as v from "valibot";
import { Id, Instant } from "../base/answer-scalars.ts";
import type { PluginConfigRecord } from "../plugins/index.ts";

/** A config over HTTP. In the contract four of its fields are texts: JSON, and a decimal; "" = no error, no calls. */
export const WirePluginConfig = v.pipe(
  v.object({
    id: Id,
    plugin: Id,
    enabled: v.boolean(),
    order: Id,
    config: v.string(),
    error: v.string(),
    team_id: Id,
    plugin_info: v.string(),
    delivery_rate_24h: v.string(),
    created_at: Instant,
    updated_at: Instant,
    name: v.string(),
    description: v.string(),
    deleted: v.boolean(),
  }),
  v.examples([
    {
      id: 15,
      plugin: 4,
      enabled: true,
      order: 2,
      config: '{"region":"eu","token":"**************** POSTHOG SECRET FIELD ****************"}',
      error: "",
      team_id: 7,
      plugin_info: '{"id":4,"plugin_type":"custom","name":"EU sink"}',
      delivery_rate_24h: "0.5",
      created_at: "2024-05-02T10:00:00.120000Z",
      updated_at: "2024-05-02T10:04:11.905000Z",
      name: "EU sink",
      description: "",
      deleted: false,
    },
  ]),
);

/** A config in the contract's form: JSON text and a decimal where the handle has values, "" where it has null. */
export function toWire({ config, error, plugin_info, delivery_rate_24h: rate, ...rest }: PluginConfigRecord) {
  const { id, plugin, enabled, order, team_id, ...others } = rest;
  return {
    id,
    plugin,
    enabled,
    order,
    config: JSON.stringify(config),
    error: error === null ? "" : JSON.stringify(error),
    team_id,
    plugin_info: JSON.stringify(plugin_info),
    delivery_rate_24h: rate === null ? "" : Number.isInteger(rate) ? rate.toFixed(1) : String(rate),
    ...others,
  };
}
