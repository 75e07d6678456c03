import * as v from "valibot";
import { Id } from "../base/answer-scalars.ts";
import { denied } from "../base/errors.ts";
import { parseJsonText } from "../base/json-text.ts";
import { pageEntries } from "../base/page.ts";
import type { Page } from "../base/page.ts";
import { toRowId } from "../base/row-id.ts";
import { isUploadedFile } from "../base/uploaded-file.ts";
import type { Context } from "../handle/context.ts";
import {
  checkForUpdates,
  editPlugin,
  getPlugin,
  getPluginSource,
  installPlugin,
  listPlugins,
  listUnusedPlugins,
  PluginRecord,
  PluginInput,
  PluginUpdate,
  SourceChanges,
  uninstallPlugin,
  updatePlugin,
  updatePluginSource,
  upgradePlugin,
} from "../plugins/index.ts";
import { historyOf } from "./activity.ts";
import { listing, operation } from "./operation.ts";
import type { Call, OperationsOf } from "./operation.ts";

/** The source of a plugin: one of these. */
export type PluginSource = (
  | { /** A folder, or a zip or tgz file, on this machine. */ path: string }
  | { /** The name of an installed npm package, searched from the current folder upwards. */ package: string }
  | { /** Texts by name: `plugin.json`, `index.ts` (or `main`), `frontend.tsx`. */ files: Record<string, string> }
  | { /** Bytes of a zip or tgz. */ archive: Uint8Array }
  | { /** `file:…`, `npm:…` or the address of an npm package's page. */ url: string }
  | { /** Code that `updateSource` sets later. */ plugin_type: "source"; name: string }
) & {
  /** The address from which an archive was fetched. */
  url?: string | null;
  plugin_type?: string | null;
  /** Name of a plugin without a manifest; up to 200 characters. */
  name?: string | null;
};

/** Plugins belong to the file, not to a project; `hoglet.pluginConfigs` are their uses in projects. */
export interface PluginsHandle {
  /** Lists plugins, oldest first. */
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
  /** Renames a plugin, or makes it global: then it cannot be uninstalled. */
  edit(id: number, input: v.InferInput<typeof PluginUpdate>): Promise<PluginRecord>;
  /** The stored files of a plugin: texts by name. */
  source(id: number): Promise<Record<string, string>>;
  /** Edits the files of a plugin that was given as text; null removes a file. Applies at once. Returns all files. */
  updateSource(id: number, changes: v.InferInput<typeof SourceChanges>): Promise<Record<string, string>>;
  /** Ids of the plugins that no enabled config uses. */
  unused(): Promise<number[]>;
  /** Deletes a plugin, with its configs in all projects and their data. */
  uninstall(id: number): Promise<void>;
}

const PLUGINS = "/api/organizations/:organization_id/plugins";
const PLUGIN = `${PLUGINS}/:id`;

/** The source of a plugin. `archive` is a file in a multipart body; `files` may be JSON text in a form. */
const Source = v.object({
  ...PluginInput.entries,
  archive: v.exactOptional(
    v.pipe(
      v.unknown(),
      v.transform((file) => (isUploadedFile(file) ? file.bytes : file)),
      v.instance(Uint8Array, "Expected a zip or tgz file, by multipart/form-data."),
    ),
  ),
  files: v.exactOptional(v.unknown()),
});

const INSTALLS =
  "`url` (`npm:…`, and with the option `pluginPaths` `file:…`), `archive` (a file), `files` (texts by name) or `plugin_type: source` and a name";

/** Texts by file name. */
const SourceFiles = v.pipe(
  v.record(v.string(), v.string()),
  v.examples([
    { "plugin.json": '{"name":"mine"}', "index.ts": "export function processEvent(event) { return event }" },
  ]),
);

/** Errors of requests that bring the files of a plugin. */
const ofFiles = {
  permission_denied: { "": "It names a folder or file of the server's machine, without the option `pluginPaths`." },
  required: { "plugin.json": "The files have no `plugin.json`, or that has no name." },
  invalid_input: { "plugin.json": "`plugin.json` is no JSON, or cannot be used." },
};

const upgrade = operation({
  summary: `Installs another version: from its source, or ${INSTALLS}. Configs get it when they are migrated.`,
  http: ["POST", `${PLUGIN}/upgrade`],
  scopes: ["plugin:write"],
  input: Source,
  files: true,
  response: PluginRecord,
  errors: ofFiles,
  example: { files: { "plugin.json": '{"name":"mine"}', "index.js": "exports.processEvent = (event) => event" } },
  run(ctx, call) {
    const isGiven = Object.keys(call.input).length > 0;
    const id = toRowId(call.id);
    return isGiven ? updatePlugin(ctx, id, toSource(ctx, call), call.by) : upgradePlugin(ctx, id, call.by);
  },
});

/** Plugins (reference/rest.md 8.6). The only organisation is `@current`, or its id. */
export const plugins = {
  list: listing({
    summary: "Installed plugins, oldest first.",
    http: ["GET", PLUGINS],
    scopes: ["plugin:read"],
    input: v.object(pageEntries),
    response: PluginRecord,
    run: (ctx, { input }) => listPlugins(ctx, input),
  }),
  install: operation({
    summary: `Installs a plugin: ${INSTALLS}. Nothing is downloaded.`,
    http: ["POST", PLUGINS],
    scopes: ["plugin:write"],
    input: Source,
    files: true,
    status: 201,
    response: PluginRecord,
    errors: { ...ofFiles, unique: { url: "It is installed already." } },
    example: { plugin_type: "source", name: "mine" },
    run: (ctx, call) => installPlugin(ctx, toSource(ctx, call), call.by),
  }),
  unused: operation({
    summary: "Ids of the plugins that no enabled config uses.",
    http: ["GET", `${PLUGINS}/unused`],
    scopes: ["plugin:read"],
    response: v.pipe(v.array(Id), v.examples([[4]])),
    run: (ctx) => listUnusedPlugins(ctx),
  }),
  get: operation({
    summary: "One plugin.",
    http: ["GET", PLUGIN],
    scopes: ["plugin:read"],
    response: PluginRecord,
    run: (ctx, { id }) => getPlugin(ctx, toRowId(id)),
  }),
  edit: operation({
    summary: "Renames a plugin, or makes it global: then it cannot be uninstalled.",
    http: ["PATCH", PLUGIN],
    scopes: ["plugin:write"],
    input: PluginUpdate,
    response: PluginRecord,
    example: { is_global: true },
    run: (ctx, { id, input, by }) => editPlugin(ctx, toRowId(id), input, by),
  }),
  uninstall: operation({
    summary: "Uninstalls a plugin, with its configs in all projects.",
    http: ["DELETE", PLUGIN],
    scopes: ["plugin:write"],
    status: 204,
    errors: { invalid_input: { is_global: "It is global: make it local first." } },
    run: (ctx, { id, by }) => uninstallPlugin(ctx, toRowId(id), by),
  }),
  checkForUpdates: operation({
    summary: "The plugin with the current version of its source as `latest_tag`.",
    http: ["GET", `${PLUGIN}/check_for_updates`],
    scopes: ["plugin:read"],
    response: PluginRecord,
    errors: { invalid_input: { url: "It has no source to read again, or that cannot be read." } },
    run: (ctx, { id }) => checkForUpdates(ctx, toRowId(id)),
  }),
  update: upgrade,
  upgrade,
  source: operation({
    summary: "The stored files of a plugin: texts by name.",
    http: ["GET", `${PLUGIN}/source`],
    scopes: ["plugin:read"],
    response: SourceFiles,
    run: (ctx, { id }) => getPluginSource(ctx, toRowId(id)),
  }),
  updateSource: operation({
    summary:
      "Edits the files of a plugin that was given as text, texts by name (null removes a file). Applies at once.",
    http: ["PATCH", `${PLUGIN}/update_source`],
    scopes: ["plugin:write"],
    input: SourceChanges,
    response: SourceFiles,
    errors: { invalid_input: { plugin_type: "It was not given as text." } },
    example: { "index.ts": "export function processEvent(event) { return event }" },
    run: (ctx, { id, input, by }) => updatePluginSource(ctx, toRowId(id), input, by),
  }),
} satisfies OperationsOf<PluginsHandle>;

/** Requests that the handle has no method for. */
export const pluginRequests = {
  repository: operation({
    summary: "Plugins of an official list; there is none, since nothing is downloaded.",
    http: ["GET", `${PLUGINS}/repository`],
    scopes: ["plugin:read"],
    response: v.pipe(v.array(PluginRecord), v.examples([[]])),
    run: () => [],
  }),
  activity: historyOf({
    summary: "The history of plugins: installed, updated, uninstalled.",
    path: `${PLUGINS}/activity`,
    scopes: ["plugin:read"],
    kind: "Plugin",
  }),
};

/**
 * A form has the files as JSON text; invalid JSON is refused where files are read. A request that names a path on the server's
 * machine needs the option: the client's address proves nothing, since a proxy sends all requests from this machine.
 * @throws denied
 */
function toSource(
  { options }: Context,
  { by, input: { files, ...input } }: Call<v.InferOutput<typeof Source>>,
): unknown {
  const namesPlace = input.path !== undefined || input.url?.startsWith("file:") === true;
  if (namesPlace && by.kind === "key" && options.pluginPaths !== true) {
    throw denied(
      "Folders and files of the server's machine are not read over HTTP: send `files` or `archive`, run `hoglet plugins install` there, or start the server with --plugin-paths (option pluginPaths).",
    );
  }
  if (files === undefined) return input;
  return { ...input, files: typeof files === "string" ? parseText(files) : files };
}

function parseText(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return text;
  }
}
