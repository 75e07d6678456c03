/**
 * Plugins: code of others that looks at events, in an engine of its own.
 *
 * `transform` brings a plugin's source to CommonJS. `sandbox/` runs it: one thread per enabled config (so that it can be
 * killed), in it one QuickJS (so that it reaches nothing), in that the files of `guest/`, which make the world that plugins
 * know (console, fetch, URL, Buffer, `meta`); only text crosses. What a plugin asks for beyond computing (storage, jobs,
 * fetch, new events) comes to the host as a named question.
 *
 * `registry/` installs plugins, which belong to the file: from a folder, an archive, an installed package or texts; never by
 * download. Each version of a plugin is a row of its own. `configs/` is the use of a plugin in a project: values, files,
 * order; a config runs the version it was made with until it is migrated. Values of secret fields are encrypted
 * (`vault.ts`) and shown to nobody but the plugin. `listEnabledConfigs` is what the runtime starts from.
 *
 * `run/` puts configs to work. `runner` is what the handle holds; `project-plugins` follows what is enabled; for each config
 * there is a `keeper` (loads, sets up, replaces what broke, tears down), a `lane` (events, one at a time), an `aftermath`
 * (what is told after the commit) and an `exporter` (what `exportEvents` gets); `services` answers what a plugin asks for.
 * `pipeline` leads events through the lanes by the rules of reference/plugins.md 7, as they were sent: capture cleans what
 * comes out. Invariants: no transaction is open while a plugin runs; an acknowledged event is exported at least once, since
 * what waits is stored with it; what a plugin does can fail, and then the event goes on as it was; an event that came of a
 * config never goes to it again; plugins of the embedding program (`definePlugin`) go the same way in an engine without
 * walls.
 */
export { toCommonJs } from "./transform.ts";
export { openSandbox, UnloadableError } from "./sandbox/open-sandbox.ts";
export type { Services } from "./sandbox/ask-line.ts";
export type { Sandbox, SandboxOptions } from "./sandbox/open-sandbox.ts";
export { createVault } from "./vault.ts";
export type { Vault } from "./vault.ts";
export { getPlugin, getPluginSource, listPlugins, listUnusedPlugins } from "./registry/get.ts";
export { installPlugin } from "./registry/install.ts";
export { PluginInput } from "./registry/origin.ts";
export type { PluginRecord } from "./registry/record.ts";
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
export {
  configsVersion,
  disableConfig,
  listEnabledConfigs,
  listProjectsWithPlugins,
  setConfigError,
} from "./configs/enabled.ts";
export type { EnabledConfig } from "./configs/enabled.ts";
export { getPluginFrontend } from "./configs/frontend.ts";
export { getPluginConfig, listPluginConfigs, requirePluginConfig } from "./configs/get.ts";
export { JobInput, Orders, PluginConfigInput, PluginConfigUpdate, PluginLogQuery } from "./configs/input.ts";
export type { JobStart, PluginLogInput } from "./configs/input.ts";
export { listPluginLogs } from "./configs/list-logs.ts";
export type { PluginLogRecord } from "./configs/list-logs.ts";
export { migratePluginConfig } from "./configs/migrate.ts";
export { rearrangePluginConfigs } from "./configs/rearrange.ts";
export type { ConfigError, PluginConfigRecord } from "./configs/record.ts";
export { startPluginJob } from "./configs/start-job.ts";
export { definePlugin } from "./run/define-plugin.ts";
export type {
  DefinedPlugin,
  JobControls,
  PluginAnswer,
  PluginDefinition,
  PluginMeta,
  Webhook,
  WebhookEvent,
} from "./run/define-plugin.ts";
export type { PluginAction } from "./run/match-actions.ts";
export { guardedFetch } from "./run/guarded-fetch.ts";
export type { GuardedFetchOptions } from "./run/guarded-fetch.ts";
export type { PluginFetch, PluginOptions } from "./options.ts";
export { listPluginJobs, listPluginStorage, runPluginSchedule } from "./run/inspect.ts";
export type { PluginJobRecord } from "./run/inspect.ts";
export type { Judge, Pipeline, Stored } from "./run/pipeline.ts";
export { OUTSIDE } from "./run/plugin-event.ts";
export type { Origin, PluginEvent, PluginPerson, StoredPluginEvent } from "./run/plugin-event.ts";
export type { OwnEvent, Port } from "./run/posthog.ts";
export { SCHEDULES as PLUGIN_SCHEDULES } from "./run/run-schedule.ts";
export type { ScheduleName } from "./run/run-schedule.ts";
export { openPluginRunner } from "./run/runner.ts";
export type { PluginRunner } from "./run/runner.ts";
