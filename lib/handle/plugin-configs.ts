import * as v from "valibot";
import { ActivityPage, listActivity } from "../admin/activity/index.ts";
import type { ActivityList } from "../admin/activity/index.ts";
import { pageEntries } from "../base/page.ts";
import type { Context } from "./context.ts";
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
import type { InProject, Scope } from "./scope.ts";

/** A file for a field of type `attachment`. */
export interface PluginAttachment {
  name: string;
  /** @default "application/octet-stream" */
  type?: string;
  bytes: Uint8Array;
}

/** What `pluginConfigs.update` takes; what is absent stays. */
export interface PluginConfigUpdateInput {
  /** @default false */
  enabled?: boolean;
  /** Configs run in this order; several may have the same. A 32-bit integer. */
  order?: number;
  /** Null or empty = the plugin's; up to 400 characters. */
  name?: string | null;
  /** Up to 1000 characters. */
  description?: string | null;
  /** True = disabled too, and no longer listed. @default false */
  deleted?: boolean;
  /** Values by key. */
  config?: Record<string, unknown>;
  /** Files by key; null takes one away, 400 when it is not there. */
  attachments?: Record<string, PluginAttachment | null>;
}

/** What `pluginConfigs.create` takes. */
export interface PluginConfigCreateInput extends PluginConfigUpdateInput {
  /** Id of the plugin; 400 `does_not_exist`. */
  plugin: number;
  order: number;
}

export interface PluginConfigsHandle {
  /** By order; disabled ones too, deleted ones left out. `plugin_info` is null here. */
  list(page?: { limit?: number; offset?: number } & InProject): Promise<Page<PluginConfigRecord>>;
  /** A deleted one too. */
  get(id: number, options?: InProject): Promise<PluginConfigRecord>;
  /**
   * Sets up a plugin in a project. Fields that `config` does not name get their defaults; values of secret fields are
   * encrypted, and shown as a mask from then on.
   * @example
   * await hoglet.pluginConfigs.create({ plugin: 1, order: 0, enabled: true, config: { region: "eu" } });
   */
  create(input: PluginConfigCreateInput & InProject): Promise<PluginConfigRecord>;
  /** What is absent stays. A given `config` replaces all values but secrets that it leaves out or has as null. */
  update(id: number, input: PluginConfigUpdateInput & InProject): Promise<PluginConfigRecord>;
  /** Disables it and takes it out of the list; `update(id, { deleted: false })` brings it back. */
  delete(id: number, options?: InProject): Promise<void>;
  /** Who changed it, newest first. */
  activity(id: number, query?: v.InferInput<typeof ActivityPage> & InProject): Promise<ActivityList>;
  /** The plugin's frontend as the text of a JavaScript module with the function `getFrontendApp`. */
  frontend(id: number, options?: InProject): Promise<string>;
  /** Queues a job of the plugin, to run at once. */
  startJob(id: number, job: JobStart & InProject): Promise<void>;
  /** Lets it run the newest version of its plugin, read again from where that came from. */
  migrate(id: number, options?: InProject): Promise<PluginConfigRecord>;
  /** What it said and what happened to it, newest first. */
  logs(id: number, query?: PluginLogInput & InProject): Promise<Page<PluginLogRecord>>;
  /** What the plugin keeps by `meta.storage` and `meta.utils.cursor`: values by key. */
  storage(id: number, options?: InProject): Promise<Record<string, unknown>>;
  /** Its jobs that wait, next first. */
  jobs(id: number, options?: InProject): Promise<PluginJobRecord[]>;
  /** Runs `runEveryMinute`, `runEveryHour` or `runEveryDay` now, whatever the clock says; resolves when it has ended. */
  runSchedule(id: number, name: string, options?: InProject): Promise<void>;
  /** Gives enabled configs other orders, by id; gives all enabled ones. */
  rearrange(orders: Record<number, number>, options?: InProject): Promise<PluginConfigRecord[]>;
}

/** Fields of a config that was read, which may be given back. */
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
