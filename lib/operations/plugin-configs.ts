import * as v from "valibot";
import type { ActivityList, ActivityPage } from "../admin/activity/index.ts";
import { listOf } from "../base/answer-scalars.ts";
import type { InProject } from "../base/call-options.ts";
import { pageEntries } from "../base/page.ts";
import type { Page } from "../base/page.ts";
import { toRowId } from "../base/row-id.ts";
import type { Context } from "../handle/context.ts";
import {
  createPluginConfig,
  deletePluginConfig,
  getPluginConfig,
  getPluginFrontend,
  JobInput,
  listPluginConfigs,
  listPluginJobs,
  listPluginLogs,
  listPluginStorage,
  migratePluginConfig,
  Orders,
  PluginConfigInput,
  PluginConfigUpdate,
  PluginLogRecord,
  PluginLogQuery,
  rearrangePluginConfigs,
  requirePluginConfig,
  runPluginSchedule,
  startPluginJob,
  updatePluginConfig,
} from "../plugins/index.ts";
import type { ConfigEdit, JobStart, PluginConfigRecord, PluginJobRecord, PluginLogInput } from "../plugins/index.ts";
import { historyOf } from "./activity.ts";
import { methodsOf } from "./methods.ts";
import { listing, operation } from "./operation.ts";
import type { Call, OperationsOf } from "./operation.ts";
import type { Scope } from "./scope.ts";
import { toWire, WirePluginConfig } from "./wire-plugin-config.ts";

/** A file for a field of type `attachment`. */
export interface PluginAttachment {
  name: string;
  /** @default "application/octet-stream" */
  type?: string;
  bytes: Uint8Array;
}

/** The input of `pluginConfigs.update`; absent fields stay. */
export interface PluginConfigUpdateInput {
  /**
   * Another installed plugin, which replaces the one that it runs: values that the new plugin knows stay; secrets, files and
   * storage go. 400 `does_not_exist`; 400 `required` when a required field then has no value.
   */
  plugin?: number;
  /** @default false */
  enabled?: boolean;
  /** Configs run in this order; several may have the same number. A 32-bit integer. */
  order?: number;
  /** Null or empty = the plugin's name; up to 400 characters. */
  name?: string | null;
  /** Up to 1000 characters. */
  description?: string | null;
  /** True = also disabled, and no longer listed. @default false */
  deleted?: boolean;
  /** Values by key. */
  config?: Record<string, unknown>;
  /** Files by key; null removes a file, 400 when it does not exist. */
  attachments?: Record<string, PluginAttachment | null>;
}

/** The input of `pluginConfigs.create`. */
export interface PluginConfigCreateInput extends PluginConfigUpdateInput {
  /** Id of the plugin; 400 `does_not_exist`. */
  plugin: number;
  order: number;
}

export interface PluginConfigsHandle {
  /** Lists configs, sorted by order; disabled configs too, without deleted configs. */
  list(page?: { limit?: number; offset?: number } & InProject): Promise<Page<PluginConfigRecord>>;
  /** The config with this id, also a deleted config. */
  get(id: number, options?: InProject): Promise<PluginConfigRecord>;
  /**
   * Sets up a plugin in a project. Absent fields of `config` get their defaults; values of secret fields are encrypted,
   * and shown as a mask.
   * @example
   * await hoglet.pluginConfigs.create({ plugin: 1, order: 0, enabled: true, config: { region: "eu" } });
   */
  create(input: PluginConfigCreateInput & InProject): Promise<PluginConfigRecord>;
  /** Absent fields stay. A given `config` replaces all values, but secrets that it leaves out or has as null stay. */
  update(id: number, input: PluginConfigUpdateInput & InProject): Promise<PluginConfigRecord>;
  /** Disables a config and removes it from the list; `update(id, { deleted: false })` restores it. */
  delete(id: number, options?: InProject): Promise<void>;
  /** The changes of a config with their authors, newest first. */
  activity(id: number, query?: v.InferInput<typeof ActivityPage> & InProject): Promise<ActivityList>;
  /** The plugin's frontend as the text of a JavaScript module with the function `getFrontendApp`. */
  frontend(id: number, options?: InProject): Promise<string>;
  /** Queues a job of the plugin, to run at once. */
  startJob(id: number, job: JobStart & InProject): Promise<void>;
  /** Updates a config to the newest version of its plugin, which is read again from its source. */
  migrate(id: number, options?: InProject): Promise<PluginConfigRecord>;
  /** The log of a config, newest first. */
  logs(id: number, query?: PluginLogInput & InProject): Promise<Page<PluginLogRecord>>;
  /** The values that the plugin stored by `meta.storage` and `meta.utils.cursor`, by key. */
  storage(id: number, options?: InProject): Promise<Record<string, unknown>>;
  /** The waiting jobs of a config, next first. */
  jobs(id: number, options?: InProject): Promise<PluginJobRecord[]>;
  /** Runs `runEveryMinute`, `runEveryHour` or `runEveryDay` now, at any time; resolves when it has ended. */
  runSchedule(id: number, name: string, options?: InProject): Promise<void>;
  /** Changes the order of enabled configs, by id; returns all enabled configs. */
  rearrange(orders: Record<number, number>, options?: InProject): Promise<PluginConfigRecord[]>;
}

const CONFIGS = "/api/projects/:project_id/plugin_configs";
const CONFIG = `${CONFIGS}/:id`;

/** Further fields of a multipart body: `add_attachment[key]` (files) and `remove_attachment[key]` (any value). */
const Create = v.objectWithRest(v.omit(PluginConfigInput, ["attachments"]).entries, v.unknown());
const Update = v.objectWithRest(v.omit(PluginConfigUpdate, ["attachments"]).entries, v.unknown());

const noPlugin = { does_not_exist: { plugin: "No installed plugin has this id." } };

// The contract shows the body of a config for actions too. They check its fields, and change nothing by them.
const Unread = v.omit(PluginConfigUpdate, ["attachments"]);

/** Plugin configs (docs/contract.md; reference/rest.md 8). */
export const pluginConfigs = {
  list: listing({
    summary: "Plugin configs of a project by order, also disabled configs, without deleted configs.",
    http: ["GET", CONFIGS],
    scopes: ["plugin:read"],
    input: v.object(pageEntries),
    response: WirePluginConfig,
    run: (ctx, { project, input }) => listPluginConfigs(flushed(ctx), project.id, input),
    toWire,
  }),
  create: operation({
    summary:
      "Sets up a plugin. `config` is an object or its JSON text; files are parts `add_attachment[key]` of a multipart body. A config whose `setupPlugin` fails is not enabled, and says why in `error`.",
    http: ["POST", CONFIGS],
    scopes: ["plugin:write"],
    input: Create,
    files: true,
    status: 201,
    response: WirePluginConfig,
    errors: noPlugin,
    example: { plugin: 1, order: 1, enabled: true, config: { region: "eu" } },
    run: (ctx, call) => createPluginConfig(ctx, toEdit(call), withFiles(call)),
    toWire: setUp,
  }),
  get: operation({
    summary: "One plugin config, possibly deleted.",
    http: ["GET", CONFIG],
    scopes: ["plugin:read"],
    find,
    response: WirePluginConfig,
    run: (ctx, { project, id }) => getPluginConfig(flushed(ctx), project.id, toRowId(id)),
    toWire,
  }),
  update: operation({
    summary:
      "Changes a plugin config; absent fields stay, and so do secrets that a given `config` leaves out. An enabled config is set up again, as in POST.",
    http: ["PATCH", CONFIG],
    scopes: ["plugin:write"],
    find,
    input: Update,
    files: true,
    response: WirePluginConfig,
    errors: noPlugin,
    example: { enabled: false },
    run: (ctx, call) => updatePluginConfig(ctx, toEdit(call), toRowId(call.id), withFiles(call)),
    toWire: setUp,
  }),
  delete: operation({
    summary: "Disables a plugin config and marks it as deleted; `deleted: false` in an update restores it.",
    http: ["DELETE", CONFIG],
    scopes: ["plugin:write"],
    find,
    status: 204,
    run: (ctx, call) => deletePluginConfig(ctx, toEdit(call), toRowId(call.id)),
  }),
  activity: historyOf({
    summary: "The history of a plugin config.",
    path: `${CONFIG}/activity`,
    scopes: ["plugin:read"],
    kind: "PluginConfig",
    find: (ctx, { project, id }) => getPluginConfig(ctx, project.id, toRowId(id)).id,
  }),
  frontend: operation({
    summary: "The plugin's `frontend.tsx` as a JavaScript module; without a frontend, a module that says so.",
    http: ["GET", `${CONFIG}/frontend`],
    scopes: ["plugin:read"],
    find,
    produces: "application/javascript",
    run: (ctx, { project, id }) => getPluginFrontend(ctx, project.id, toRowId(id)),
  }),
  migrate: operation({
    summary: "Updates a plugin config to the newest version of its plugin, if it does not run it yet.",
    http: ["POST", `${CONFIG}/migrate`],
    scopes: ["plugin:write"],
    find,
    input: Unread,
    response: WirePluginConfig,
    errors: { invalid_input: { plugin: "The newest version of the plugin cannot run." } },
    run: (ctx, call) => migratePluginConfig(ctx, toEdit(call), toRowId(call.id)),
    toWire,
  }),
  logs: listing({
    summary: "The log of a plugin config, newest first; `type_filter` may be repeated.",
    http: ["GET", `${CONFIGS}/:plugin_config_id/logs`],
    scopes: ["plugin:read"],
    find,
    input: PluginLogQuery,
    response: PluginLogRecord,
    run: (ctx, { project, id, input }) => listPluginLogs(flushed(ctx), project.id, toRowId(id), input),
  }),
} satisfies Partial<OperationsOf<PluginConfigsHandle>>;

/** Requests whose methods have other arguments. */
export const pluginConfigRequests = {
  rearrange: operation({
    summary: "Changes the order of enabled configs, by their ids.",
    http: ["PATCH", `${CONFIGS}/rearrange`],
    scopes: ["plugin:write"],
    input: v.object({ ...Unread.entries, ...Orders.entries }),
    // A bare list, without an envelope.
    response: listOf(WirePluginConfig),
    example: { orders: { "15": 1, "16": 0 } },
    run: (ctx, call) => rearrangePluginConfigs(ctx, toEdit(call), call.input),
    toWire: (configs) => configs.map(toWire),
  }),
  job: operation({
    summary: "Queues a job of the plugin, to run at once; nothing without `job`.",
    http: ["POST", `${CONFIG}/job`],
    scopes: ["plugin:write"],
    find,
    input: v.object({ ...Unread.entries, ...JobInput.entries }),
    example: { job: { type: "Export now", payload: { from: "2024-01-01" }, operation: "start" } },
    async run(ctx, call) {
      await startPluginJob(ctx, toEdit(call), toRowId(call.id), call.input);
      ctx.plugins.wake();
    },
  }),
};

/** The methods of plugin configs: those of the operations, and those with arguments of their own or without a route. */
export function pluginConfigsHandle(scope: Scope): PluginConfigsHandle {
  const { open } = scope;
  const owner = (project: number | undefined) => scope.project(project).id;
  const { rearrange, job } = methodsOf<RequestMethods>(scope, pluginConfigRequests);
  return {
    ...methodsOf<Omit<PluginConfigsHandle, "startJob" | "storage" | "jobs" | "runSchedule" | "rearrange">>(
      scope,
      pluginConfigs,
    ),
    startJob: async (id, { project, ...start }) => job(id, { job: start, ...(project !== undefined && { project }) }),
    storage: async (id, { project } = {}) => listPluginStorage(open(), owner(project), id),
    jobs: async (id, { project } = {}) => listPluginJobs(open(), owner(project), id),
    runSchedule: async (id, name, { project } = {}) => runPluginSchedule(open(), owner(project), id, name),
    rearrange: async (orders, options) => rearrange({ orders, ...options }),
  };
}

interface RequestMethods {
  rearrange(input: { orders: Record<number, number> } & InProject): Promise<PluginConfigRecord[]>;
  job(id: number, input: { job: JobStart } & InProject): Promise<void>;
}

/** Sets the plugin up at once, so that the answer says whether it works and not only its first event. */
async function setUp(saved: PluginConfigRecord, { project }: Pick<Call<unknown>, "project">, ctx: Context) {
  if (!saved.enabled) return toWire(saved);
  await ctx.plugins.setUp(project.id, saved.id);
  const { enabled, error, updated_at } = getPluginConfig(ctx, project.id, saved.id);
  return toWire({ ...saved, enabled, error, updated_at });
}

const ADD = /^add_attachment\[(.+)\]$/s;
const REMOVE = /^remove_attachment\[(.+)\]$/s;

/**
 * Joins the form's fields about files into one field `attachments`; a file that is both added and removed is added. A program has the
 * field itself.
 */
function withFiles({ by, input }: Call<Record<string, unknown>>): Record<string, unknown> {
  if (by.kind === "system") return input;
  const attachments: Record<string, unknown> = {};
  for (const name of Object.keys(input)) {
    const removed = REMOVE.exec(name)?.[1];
    if (removed !== undefined) attachments[removed] ??= null;
    const added = ADD.exec(name)?.[1];
    if (added !== undefined) attachments[added] = input[name];
  }
  return { ...input, attachments };
}

function toEdit({ project, by }: Call<unknown>): ConfigEdit {
  return { projectId: project.id, by };
}

/** Another project's config counts as absent, for every method. @throws notFound */
function find(ctx: Context, { project, id }: Pick<Call<unknown>, "project" | "id">): void {
  requirePluginConfig(ctx, project.id, toRowId(id));
}

/**
 * Writes the plugins' pending logs and metrics to the database first, unless another process writes: a read does not
 * wait.
 */
function flushed(ctx: Context): Context {
  void ctx.plugins.flush();
  return ctx;
}
