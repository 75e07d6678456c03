import * as v from "valibot";
import { envelope, list } from "./envelope.ts";
import { Id, Instant, Uuid } from "../../base/answer-scalars.ts";

const EXAMPLE = {
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
};

/** In the contract four of these fields are strings: JSON text, and a decimal; "" = no error, no calls. */
export const PluginConfig = v.pipe(
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
  v.examples([EXAMPLE]),
);

export const PluginConfigList = envelope(PluginConfig);

/** The reply of `rearrange`: without an envelope. */
export const PluginConfigs = list(PluginConfig);

export const PluginLog = v.pipe(
  v.object({
    id: Uuid,
    team_id: Id,
    plugin_id: Id,
    plugin_config_id: Id,
    timestamp: Instant,
    source: v.string(),
    type: v.string(),
    message: v.string(),
    instance_id: Uuid,
  }),
  v.examples([
    {
      id: "018f2a77-0d10-7000-8000-0000000000aa",
      team_id: 7,
      plugin_id: 4,
      plugin_config_id: 15,
      timestamp: "2024-05-02T10:00:00.000123Z",
      source: "SYSTEM",
      type: "DEBUG",
      message: "setupPlugin finished",
      instance_id: "018f2a77-0d10-7000-8000-0000000000bb",
    },
  ]),
);

export const PluginLogList = envelope(PluginLog);
