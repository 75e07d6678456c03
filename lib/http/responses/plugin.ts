import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Id, Properties, Uuid } from "../../base/answer-scalars.ts";

const EXAMPLE = {
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
  organization_id: "00000000-0000-4000-8000-000000000001",
  organization_name: "hoglet",
  capabilities: { methods: ["processEvent"], scheduled_tasks: [], jobs: [] },
  metrics: {},
  public_jobs: {},
  hog_function_migration_available: false as const,
  error: null,
};

export const Plugin = v.pipe(
  v.object({
    id: Id,
    plugin_type: v.string(),
    name: v.string(),
    description: v.string(),
    url: v.nullable(v.string()),
    icon: v.nullable(v.string()),
    // A list of fields, or fields by key.
    config_schema: v.union([v.array(Properties), Properties]),
    tag: v.nullable(v.string()),
    latest_tag: v.nullable(v.string()),
    is_global: v.boolean(),
    organization_id: Uuid,
    organization_name: v.string(),
    capabilities: v.record(v.string(), v.array(v.string())),
    metrics: v.record(v.string(), v.string()),
    public_jobs: Properties,
    hog_function_migration_available: v.literal(false),
    error: v.nullable(v.string()),
  }),
  v.examples([EXAMPLE]),
);

export const PluginList = envelope(Plugin);

/** Texts by file name. */
export const PluginSource = v.pipe(
  v.record(v.string(), v.string()),
  v.examples([
    { "plugin.json": '{"name":"mine"}', "index.ts": "export function processEvent(event) { return event }" },
  ]),
);

/** Ids. */
export const UnusedPlugins = v.pipe(v.array(Id), v.examples([[4]]));

/** Plugins that could be installed from an official list; hoglet has no such list. */
export const PluginRepository = v.pipe(v.array(Plugin), v.examples([[]]));
