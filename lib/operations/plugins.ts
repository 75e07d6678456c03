import * as v from "valibot";
import { pageEntries } from "../base/page.ts";
import type { Page } from "../base/page.ts";
import {
  checkForUpdates,
  editPlugin,
  getPlugin,
  getPluginSource,
  installPlugin,
  listPlugins,
  listUnusedPlugins,
  PluginInput,
  PluginUpdate,
  uninstallPlugin,
  updatePlugin,
  updatePluginSource,
  upgradePlugin,
} from "../plugins/index.ts";
import type { PluginRecord, SourceChanges } from "../plugins/index.ts";
import { known, parseKnown } from "./known.ts";
import type { Scope } from "./scope.ts";

/** The source of a plugin: one of these. */
export type PluginSource = (
  | { /** A folder, or a zip or tgz file, on this machine. */ path: string }
  | { /** The name of an installed npm package, searched from the current folder upwards. */ package: string }
  | { /** Texts by name: `plugin.json`, `index.ts` (or `main`), `frontend.tsx`. */ files: Record<string, string> }
  | { /** Bytes of a zip or tgz. */ archive: Uint8Array }
  | { /** `file:…`, `npm:…` or the address of an npm package's page. */ url: string }
  | { /** Code that `updateSource` sets later. */ plugin_type: "source"; name: string }
) & {
  /** For an archive: the address from which it was fetched. */
  url?: string | null;
  plugin_type?: string | null;
  /** For a plugin without a manifest; up to 200 characters. */
  name?: string | null;
};

/** Plugins belong to the file, not to a project; `hoglet.pluginConfigs` are their uses in projects. */
export interface PluginsHandle {
  /** Oldest first. */
  list(page?: { limit?: number; offset?: number }): Promise<Page<PluginRecord>>;
  get(id: number): Promise<PluginRecord>;
  /**
   * Installs a plugin; nothing is downloaded. A plugin whose code cannot run is installed too, with the reason in
   * `error`.
   * @example
   * await hoglet.plugins.install({ path: "./my-plugin" }); // a folder with plugin.json, or a zip or tgz file
   * await hoglet.plugins.install({ package: "@posthog/geoip-plugin" }); // from node_modules
   * await hoglet.plugins.install({ archive: bytes }); // zip or tgz
   * const code = "export function processEvent(event) { return event }";
   * await hoglet.plugins.install({ files: { "plugin.json": '{"name":"mine"}', "index.ts": code } });
   */
  install(input: PluginSource): Promise<PluginRecord>;
  /**
   * Installs another version. Configs keep their version until `pluginConfigs.migrate`; new configs get this version.
   */
  update(id: number, input: PluginSource): Promise<PluginRecord>;
  /** Installs the version that is at its source now. */
  upgrade(id: number): Promise<PluginRecord>;
  /** The plugin with `latest_tag`, which differs from `tag` when its source has a newer version. */
  checkForUpdates(id: number): Promise<PluginRecord>;
  /** Renames it, or makes it global: then it cannot be uninstalled. */
  edit(id: number, input: v.InferInput<typeof PluginUpdate>): Promise<PluginRecord>;
  /** Its stored files: texts by name. */
  source(id: number): Promise<Record<string, string>>;
  /** Edits the files of a plugin that was given as text; null removes a file. Applies at once. Returns all files. */
  updateSource(id: number, changes: v.InferInput<typeof SourceChanges>): Promise<Record<string, string>>;
  /** Ids of the plugins that no enabled config uses. */
  unused(): Promise<number[]>;
  /** Deletes it, with its configs in all projects and their data. */
  uninstall(id: number): Promise<void>;
}

export function pluginsHandle({ open }: Scope): PluginsHandle {
  return {
    list: async (page = {}) => listPlugins(open(), parseKnown(v.object(pageEntries), page)),
    get: async (id) => getPlugin(open(), id),
    install: async (input) => installPlugin(open(), known(PluginInput, input)),
    update: async (id, input) => updatePlugin(open(), id, known(PluginInput, input)),
    upgrade: async (id) => upgradePlugin(open(), id),
    checkForUpdates: async (id) => checkForUpdates(open(), id),
    edit: async (id, input) => editPlugin(open(), id, known(PluginUpdate, input)),
    source: async (id) => getPluginSource(open(), id),
    updateSource: async (id, changes) => updatePluginSource(open(), id, changes),
    unused: async () => listUnusedPlugins(open()),
    uninstall: async (id) => uninstallPlugin(open(), id),
  };
}
