import * as v from "valibot";
import type { Context } from "../../handle/context.ts";
import { ActivityPage, authorOf } from "../../admin/activity/index.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import {
  createPluginConfig,
  deletePluginConfig,
  getPluginConfig,
  getPluginFrontend,
  JobInput,
  listPluginConfigs,
  listPluginLogs,
  migratePluginConfig,
  Orders,
  PluginConfigInput,
  PluginConfigUpdate,
  PluginLogQuery,
  rearrangePluginConfigs,
  requirePluginConfig,
  startPluginJob,
  updatePluginConfig,
} from "../../plugins/index.ts";
import type { ConfigEdit, PluginConfigRecord } from "../../plugins/index.ts";
import { toEnvelope } from "../envelopes.ts";
import { rawReply } from "../reply.ts";
import { History } from "../responses/history.ts";
import { PluginConfig, PluginConfigList, PluginConfigs, PluginLogList } from "../responses/plugin-config.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";
import { toHistory } from "./activity.ts";

const CONFIGS = "/api/projects/:project_id/plugin_configs";
const JAVASCRIPT = "application/javascript";

/** Further fields of a multipart body: `add_attachment[key]` (files) and `remove_attachment[key]` (any value). */
const Create = v.objectWithRest(v.omit(PluginConfigInput, ["attachments"]).entries, v.unknown());
const Update = v.objectWithRest(v.omit(PluginConfigUpdate, ["attachments"]).entries, v.unknown());

// The contract shows the body of a config for actions too. They check its fields, and change nothing by them.
const Unread = v.omit(PluginConfigUpdate, ["attachments"]);
const Job = v.object({ ...Unread.entries, ...JobInput.entries });
const Rearranged = v.object({ ...Unread.entries, ...Orders.entries });

/** Plugin configs (docs/contract.md; reference/rest.md 8). */
export const pluginConfigRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: CONFIGS,
    summary: "Plugin configs of a project by order, also disabled configs, without deleted configs.",
    scopes: ["plugin:read"],
    input: v.object(pageEntries),
    status: 200,
    response: PluginConfigList,
    run(ctx, { project, input, target }) {
      const { count, results } = listPluginConfigs(flushed(ctx), project.id, input);
      return toEnvelope(target, input, { count, results: results.map(toWire) });
    },
  }),
  defineRoute({
    methods: ["POST"],
    path: CONFIGS,
    summary:
      "Sets up a plugin. `config` is an object or its JSON text; files are parts `add_attachment[key]` of a multipart body. A config whose `setupPlugin` fails is not enabled, and says why in `error`.",
    scopes: ["plugin:write"],
    input: Create,
    files: true,
    status: 201,
    response: PluginConfig,
    example: { plugin: 1, order: 1, enabled: true, config: { region: "eu" } },
    run: async (ctx, call) => setUp(ctx, call, await createPluginConfig(ctx, toEdit(call), withFiles(call.input))),
  }),
  defineRoute({
    methods: ["PATCH"],
    path: `${CONFIGS}/rearrange`,
    summary: "Changes the order of enabled configs, by their ids.",
    scopes: ["plugin:write"],
    input: Rearranged,
    status: 200,
    response: PluginConfigs,
    example: { orders: { "15": 1, "16": 0 } },
    run: async (ctx, call) => (await rearrangePluginConfigs(ctx, toEdit(call), call.input)).map(toWire),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${CONFIGS}/:id`,
    summary: "One plugin config, possibly deleted.",
    scopes: ["plugin:read"],
    find,
    input: null,
    status: 200,
    response: PluginConfig,
    run: (ctx, call) => toWire(getPluginConfig(flushed(ctx), call.project.id, toId(call))),
  }),
  defineRoute({
    methods: ["PATCH"],
    path: `${CONFIGS}/:id`,
    summary:
      "Changes a plugin config; absent fields stay, and so do secrets that a given `config` leaves out. An enabled config is set up again, as in POST.",
    scopes: ["plugin:write"],
    find,
    input: Update,
    files: true,
    status: 200,
    response: PluginConfig,
    example: { enabled: false },
    run: async (ctx, call) =>
      setUp(ctx, call, await updatePluginConfig(ctx, toEdit(call), toId(call), withFiles(call.input))),
  }),
  defineRoute({
    methods: ["DELETE"],
    path: `${CONFIGS}/:id`,
    summary: "Disables a plugin config and marks it as deleted; `deleted: false` in an update restores it.",
    scopes: ["plugin:write"],
    find,
    input: null,
    status: 204,
    run: (ctx, call) => deletePluginConfig(ctx, toEdit(call), toId(call)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${CONFIGS}/:id/activity`,
    summary: "The history of a plugin config.",
    scopes: ["plugin:read"],
    find,
    input: ActivityPage,
    status: 200,
    response: History,
    run(ctx, call) {
      const { id } = getPluginConfig(ctx, call.project.id, toId(call));
      return toHistory(ctx, call, { ...call.input, scope: "PluginConfig", item_id: String(id) });
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${CONFIGS}/:id/frontend`,
    summary: "The plugin's `frontend.tsx` as a JavaScript module; without a frontend, a module that says so.",
    scopes: ["plugin:read"],
    find,
    input: null,
    status: 200,
    produces: [JAVASCRIPT],
    async run(ctx, call) {
      const body = await getPluginFrontend(ctx, call.project.id, toId(call));
      return rawReply({ status: 200, headers: { "content-type": `${JAVASCRIPT}; charset=UTF-8` }, body });
    },
  }),
  defineRoute({
    methods: ["POST"],
    path: `${CONFIGS}/:id/job`,
    summary: "Queues a job of the plugin, to run at once; nothing without `job`.",
    scopes: ["plugin:write"],
    find,
    input: Job,
    status: 200,
    example: { job: { type: "Export now", payload: { from: "2024-01-01" }, operation: "start" } },
    async run(ctx, call) {
      await startPluginJob(ctx, toEdit(call), toId(call), call.input);
      ctx.plugins.wake();
    },
  }),
  defineRoute({
    methods: ["POST"],
    path: `${CONFIGS}/:id/migrate`,
    summary: "Updates a plugin config to the newest version of its plugin, if it does not run it yet.",
    scopes: ["plugin:write"],
    find,
    input: Unread,
    status: 200,
    response: PluginConfig,
    run: async (ctx, call) => toWire(await migratePluginConfig(ctx, toEdit(call), toId(call))),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${CONFIGS}/:plugin_config_id/logs`,
    summary: "The log of a plugin config, newest first; `type_filter` may be repeated.",
    scopes: ["plugin:read"],
    find,
    input: PluginLogQuery,
    status: 200,
    response: PluginLogList,
    run: (ctx, call) =>
      toEnvelope(call.target, call.input, listPluginLogs(flushed(ctx), call.project.id, toId(call), call.input)),
  }),
];

/** Sets the plugin up at once, so that the answer says whether it works and not only its first event. */
async function setUp(ctx: Context, { project }: Pick<Call<unknown>, "project">, saved: PluginConfigRecord) {
  if (!saved.enabled) return toWire(saved);
  await ctx.plugins.setUp(project.id, saved.id);
  const { enabled, error, updated_at } = getPluginConfig(ctx, project.id, saved.id);
  return toWire({ ...saved, enabled, error, updated_at });
}

const ADD = /^add_attachment\[(.+)\]$/s;
const REMOVE = /^remove_attachment\[(.+)\]$/s;

/** Joins the form's fields about files into one field `attachments`; a file that is both added and removed is added. */
function withFiles(input: Record<string, unknown>): Record<string, unknown> {
  const attachments: Record<string, unknown> = {};
  for (const name of Object.keys(input)) {
    const removed = REMOVE.exec(name)?.[1];
    if (removed !== undefined) attachments[removed] ??= null;
    const added = ADD.exec(name)?.[1];
    if (added !== undefined) attachments[added] = input[name];
  }
  return { ...input, attachments };
}

/** A config in the contract's form: JSON text and a decimal where the handle has values, "" where it has null. */
function toWire({ config, error, plugin_info, delivery_rate_24h: rate, ...rest }: PluginConfigRecord) {
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

function toEdit({ project, key }: Call<unknown>): ConfigEdit {
  return { projectId: project.id, by: authorOf(key) };
}

/** Another project's config counts as absent, for every method. @throws notFound */
function find(ctx: Context, call: Pick<Call<unknown>, "project" | "params">): void {
  requirePluginConfig(ctx, call.project.id, toId(call));
}

/** @throws notFound for text that is not an integer, as for an unknown id */
function toId({ params }: Pick<Call<unknown>, "params">): number {
  const id = params["id"] ?? params["plugin_config_id"] ?? "";
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw notFound();
}

/**
 * Writes the plugins' pending logs and metrics to the database first, unless another process writes: a read does not
 * wait.
 */
function flushed(ctx: Context): Context {
  void ctx.plugins.flush();
  return ctx;
}
