import * as v from "valibot";
import { ActivityPage, listActivity } from "../admin/activity/index.ts";
import type { ActivityList } from "../admin/activity/index.ts";
import { pageEntries } from "../base/page.ts";
import type { Context } from "../handle/context.ts";
import type { Page } from "../base/page.ts";
import {
  createPluginConfig,
  deletePluginConfig,
  getPluginConfig,
  getPluginFrontend,
  listPluginConfigs,
  listPluginJobs,
  listPluginLogs,
  listPluginStorage,
  migratePluginConfig,
  PluginConfigInput,
  PluginConfigUpdate,
  PluginLogQuery,
  rearrangePluginConfigs,
  runPluginSchedule,
  startPluginJob,
  updatePluginConfig,
} from "../plugins/index.ts";
import type {
  JobStart,
  PluginConfigRecord,
  PluginJobRecord,
  PluginLogInput,
  PluginLogRecord,
} from "../plugins/index.ts";
import { known, parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

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
  /** Sorted by order; disabled configs too, without deleted configs. */
  list(page?: { limit?: number; offset?: number } & InProject): Promise<Page<PluginConfigRecord>>;
  /** Also a deleted config. */
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
  /** Disables it and removes it from the list; `update(id, { deleted: false })` restores it. */
  delete(id: number, options?: InProject): Promise<void>;
  /** Its changes with their authors, newest first. */
  activity(id: number, query?: v.InferInput<typeof ActivityPage> & InProject): Promise<ActivityList>;
  /** The plugin's frontend as the text of a JavaScript module with the function `getFrontendApp`. */
  frontend(id: number, options?: InProject): Promise<string>;
  /** Queues a job of the plugin, to run at once. */
  startJob(id: number, job: JobStart & InProject): Promise<void>;
  /** Updates it to the newest version of its plugin, which is read again from its source. */
  migrate(id: number, options?: InProject): Promise<PluginConfigRecord>;
  /** Its log, newest first. */
  logs(id: number, query?: PluginLogInput & InProject): Promise<Page<PluginLogRecord>>;
  /** The values that the plugin stored by `meta.storage` and `meta.utils.cursor`, by key. */
  storage(id: number, options?: InProject): Promise<Record<string, unknown>>;
  /** Its waiting jobs, next first. */
  jobs(id: number, options?: InProject): Promise<PluginJobRecord[]>;
  /** Runs `runEveryMinute`, `runEveryHour` or `runEveryDay` now, at any time; resolves when it has ended. */
  runSchedule(id: number, name: string, options?: InProject): Promise<void>;
  /** Changes the order of enabled configs, by id; returns all enabled configs. */
  rearrange(orders: Record<number, number>, options?: InProject): Promise<PluginConfigRecord[]>;
}

/** Fields of a config that was read, which may be sent back. */
const OF_CONFIG = [
  "id",
  "plugin",
  "error",
  "team_id",
  "plugin_info",
  "delivery_rate_24h",
  "created_at",
  "updated_at",
] satisfies (keyof PluginConfigRecord)[];

export function pluginConfigsHandle(scope: Scope): PluginConfigsHandle {
  const { open } = scope;
  const edit = (project: number | undefined) => ({ projectId: scope.project(project).id });
  return {
    list: async ({ project, ...page } = {}) =>
      listPluginConfigs(flushed(open()), scope.project(project).id, parseKnown(v.object(pageEntries), page)),
    get: async (id, { project } = {}) => getPluginConfig(flushed(open()), scope.project(project).id, id),
    create: async ({ project, ...input }) =>
      createPluginConfig(open(), edit(project), known(PluginConfigInput, input, OF_CONFIG)),
    update: async (id, { project, ...input }) =>
      updatePluginConfig(open(), edit(project), id, known(PluginConfigUpdate, input, OF_CONFIG)),
    delete: async (id, { project } = {}) => deletePluginConfig(open(), edit(project), id),
    activity: async (id, { project, ...query } = {}) => {
      const owner = scope.project(project).id;
      getPluginConfig(open(), owner, id);
      return listActivity(open(), owner, {
        ...parseKnown(ActivityPage, query),
        scope: "PluginConfig",
        item_id: String(id),
      });
    },
    frontend: async (id, { project } = {}) => getPluginFrontend(open(), scope.project(project).id, id),
    startJob: async (id, { project, ...job }) => {
      await startPluginJob(open(), edit(project), id, { job });
      open().plugins.wake();
    },
    migrate: async (id, { project } = {}) => migratePluginConfig(open(), edit(project), id),
    logs: async (id, { project, ...query } = {}) =>
      listPluginLogs(flushed(open()), scope.project(project).id, id, parseKnown(PluginLogQuery, query)),
    storage: async (id, { project } = {}) => listPluginStorage(open(), scope.project(project).id, id),
    jobs: async (id, { project } = {}) => listPluginJobs(open(), scope.project(project).id, id),
    runSchedule: async (id, name, { project } = {}) => runPluginSchedule(open(), scope.project(project).id, id, name),
    rearrange: async (orders, { project } = {}) => rearrangePluginConfigs(open(), edit(project), { orders }),
  };
}

/**
 * Writes the plugins' pending logs and metrics to the database first, unless another process writes: a read does not
 * wait.
 */
function flushed(ctx: Context): Context {
  void ctx.plugins.flush();
  return ctx;
}
