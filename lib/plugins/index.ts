/**
 * Plugins: third-party code that processes events, in a plugin host of its own.
 *
 * `transform` turns a plugin's source into CommonJS. `sandbox/` runs it: one thread per enabled config, which can be
 * killed, and in it one QuickJS, which reaches nothing, with the globals that plugins expect (`guest/`: console, fetch,
 * URL, Buffer, `meta`). Only text crosses the border; requests beyond computing (storage, jobs, fetch, new events)
 * reach the host as named messages.
 *
 * `registry/` installs plugins, which belong to the file: from a folder, an archive, an installed package or texts;
 * never by download. Each version is a row. `configs/` is the use of a plugin in a project: values, files, order; a
 * config runs the version of its creation until it is migrated. Secret values are encrypted (`vault.ts`) and shown only
 * to the plugin.
 *
 * `run/` runs configs. The handle holds the `runner`; `project-plugins` follows the enabled configs; each config has a
 * `supervisor` (loads, sets up, replaces broken plugin hosts, tears down), an `event-queue` (one event at a time), an
 * `after-commit` (hooks after the commit) and an `exporter` (for `exportEvents`); `services` answers a plugin's
 * requests. `pipeline` leads events through the queues by the rules of reference/plugins.md 7; capture cleans the
 * results. Invariants: no transaction is open while a plugin runs; an acknowledged event is exported at least once,
 * since its export row is stored with it; when a plugin's call fails, the event continues unchanged; an event that a
 * config caused never goes to that config again; plugins of the embedding program (`definePlugin`) work alike in a
 * plugin host without a sandbox.
 */
export { createVault } from "./vault.ts";
export type { Vault } from "./vault.ts";
export { getPlugin, getPluginSource, listPlugins, listUnusedPlugins } from "./registry/get.ts";
export { installPlugin } from "./registry/install.ts";
export { PluginInput } from "./registry/origin.ts";
export { PluginRecord } from "./registry/record.ts";
export { uninstallPlugin } from "./registry/uninstall.ts";
export {
  checkForUpdates,
  editPlugin,
  PluginUpdate,
  SourceChanges,
  updatePlugin,
  updatePluginSource,
  upgradePlugin,
} from "./registry/update.ts";
export { createPluginConfig, deletePluginConfig, updatePluginConfig } from "./configs/edit.ts";
export type { ConfigEdit } from "./configs/edit.ts";
export { getPluginFrontend } from "./configs/frontend.ts";
export { getPluginConfig, listPluginConfigs, requirePluginConfig } from "./configs/get.ts";
export { JobInput, Orders, PluginConfigInput, PluginConfigUpdate, PluginLogQuery } from "./configs/input.ts";
export type { JobStart, PluginLogInput } from "./configs/input.ts";
export { listPluginLogs, PluginLogRecord } from "./configs/list-logs.ts";
export { migratePluginConfig } from "./configs/migrate.ts";
export { rearrangePluginConfigs } from "./configs/rearrange.ts";
export type { PluginConfigRecord } from "./configs/record.ts";
export { startPluginJob } from "./configs/start-job.ts";
export { definePlugin } from "./run/define-plugin.ts";
export type {
  DefinedPlugin,
  JobControls,
  PluginAnswer,
  PluginDefinition,
  PluginMeta,
  Webhook,
} from "./run/define-plugin.ts";
export { guardedFetch } from "./run/guarded-fetch.ts";
export type { GuardedFetchOptions } from "./run/guarded-fetch.ts";
export type { PluginFetch, PluginOptions } from "./options.ts";
export { listPluginJobs, listPluginStorage, runPluginSchedule } from "./run/inspect.ts";
export type { PluginJobRecord } from "./run/inspect.ts";
export type { Pipeline } from "./run/pipeline.ts";
export type { Origin, PluginEvent, Stored } from "./run/plugin-event.ts";
export { SCHEDULES as PLUGIN_SCHEDULES } from "./run/run-schedule.ts";
export { openPluginRunner } from "./run/runner.ts";
export type { PluginRunner } from "./run/runner.ts";
