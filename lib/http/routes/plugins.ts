import * as v from "valibot";
import { ActivityPage, authorOf, listActivity } from "../../admin/activity/index.ts";
import type { Context } from "../../handle/context.ts";
import { denied, notFound } from "../../base/errors.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { pageEntries } from "../../base/page.ts";
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
  SourceChanges,
  uninstallPlugin,
  updatePlugin,
  updatePluginSource,
  upgradePlugin,
} from "../../plugins/index.ts";
import { ORGANIZATION_ID } from "../../admin/projects/index.ts";
import { isUploadedFile } from "../fields.ts";
import { toEnvelope } from "../envelopes.ts";
import { toPageNumberLinks } from "../page-number-links.ts";
import { History } from "../responses/history.ts";
import { Plugin, PluginList, PluginRepository, PluginSource, UnusedPlugins } from "../responses/plugin.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const PLUGINS = "/api/organizations/:organization_id/plugins";

/** The source of a plugin. `archive` is a file in a multipart body; `files` may be JSON text in a form. */
const Body = v.object({
  ...PluginInput.entries,
  archive: v.exactOptional(
    v.pipe(
      v.unknown(),
      v.check(isUploadedFile, "Expected a zip or tgz file, by multipart/form-data."),
      v.transform((file) => (isUploadedFile(file) ? file.bytes : new Uint8Array())),
    ),
  ),
  files: v.exactOptional(v.unknown()),
});

const INSTALLS =
  "`url` (`npm:…`, and with the option `pluginPaths` `file:…`), `archive` (a file), `files` (texts by name) or `plugin_type: source` and a name";

/** Plugins (reference/rest.md 8.6). The only organisation is `@current`, or its id. */
export const pluginRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: PLUGINS,
    summary: "Installed plugins, oldest first.",
    scopes: ["plugin:read"],
    input: v.object(pageEntries),
    status: 200,
    response: PluginList,
    run(ctx, call) {
      requireOrganization(call);
      return toEnvelope(call.target, call.input, listPlugins(ctx, call.input));
    },
  }),
  defineRoute({
    methods: ["POST"],
    path: PLUGINS,
    summary: `Installs a plugin: ${INSTALLS}. Nothing is downloaded.`,
    scopes: ["plugin:write"],
    input: Body,
    files: true,
    status: 201,
    response: Plugin,
    example: { plugin_type: "source", name: "mine" },
    run(ctx, call) {
      requireOrganization(call);
      return installPlugin(ctx, toInput(ctx, call), authorOf(call.key));
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PLUGINS}/repository`,
    summary: "Plugins of an official list; there is none, since nothing is downloaded.",
    scopes: ["plugin:read"],
    input: null,
    status: 200,
    response: PluginRepository,
    run(_, call) {
      requireOrganization(call);
      return [];
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PLUGINS}/unused`,
    summary: "Ids of the plugins that no enabled config uses.",
    scopes: ["plugin:read"],
    input: null,
    status: 200,
    response: UnusedPlugins,
    run(ctx, call) {
      requireOrganization(call);
      return listUnusedPlugins(ctx);
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PLUGINS}/activity`,
    summary: "The history of plugins: installed, updated, uninstalled.",
    scopes: ["plugin:read"],
    input: ActivityPage,
    status: 200,
    response: History,
    run(ctx, call) {
      requireOrganization(call);
      const { results, total_count } = listActivity(ctx, null, { ...call.input, scope: "Plugin" });
      return { results, ...toPageNumberLinks(call.target, call.input, total_count), total_count };
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PLUGINS}/:id`,
    summary: "One plugin.",
    scopes: ["plugin:read"],
    input: null,
    status: 200,
    response: Plugin,
    run: (ctx, call) => getPlugin(ctx, toId(call)),
  }),
  defineRoute({
    methods: ["PATCH"],
    path: `${PLUGINS}/:id`,
    summary: "Renames a plugin, or makes it global: then it cannot be uninstalled.",
    scopes: ["plugin:write"],
    input: PluginUpdate,
    status: 200,
    response: Plugin,
    example: { is_global: true },
    run: (ctx, call) => editPlugin(ctx, toId(call), call.input, authorOf(call.key)),
  }),
  defineRoute({
    methods: ["DELETE"],
    path: `${PLUGINS}/:id`,
    summary: "Uninstalls a plugin, with its configs in all projects.",
    scopes: ["plugin:write"],
    input: null,
    status: 204,
    run: (ctx, call) => uninstallPlugin(ctx, toId(call), authorOf(call.key)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PLUGINS}/:id/check_for_updates`,
    summary: "The plugin with the current version of its source as `latest_tag`.",
    scopes: ["plugin:read"],
    input: null,
    status: 200,
    response: Plugin,
    run: (ctx, call) => checkForUpdates(ctx, toId(call)),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PLUGINS}/:id/upgrade`,
    summary: `Installs another version: from its source, or ${INSTALLS}. Configs get it when they are migrated.`,
    scopes: ["plugin:write"],
    input: Body,
    files: true,
    status: 200,
    response: Plugin,
    example: { files: { "plugin.json": '{"name":"mine"}', "index.js": "exports.processEvent = (event) => event" } },
    run(ctx, call) {
      const id = toId(call);
      const by = authorOf(call.key);
      const isGiven = Object.keys(call.input).length > 0;
      return isGiven ? updatePlugin(ctx, id, toInput(ctx, call), by) : upgradePlugin(ctx, id, by);
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PLUGINS}/:id/source`,
    summary: "The stored files of a plugin: texts by name.",
    scopes: ["plugin:read"],
    input: null,
    status: 200,
    response: PluginSource,
    run: (ctx, call) => getPluginSource(ctx, toId(call)),
  }),
  defineRoute({
    methods: ["PATCH"],
    path: `${PLUGINS}/:id/update_source`,
    summary:
      "Edits the files of a plugin that was given as text, texts by name (null removes a file). Applies at once.",
    scopes: ["plugin:write"],
    input: SourceChanges,
    status: 200,
    response: PluginSource,
    example: { "index.ts": "export function processEvent(event) { return event }" },
    run: (ctx, call) => updatePluginSource(ctx, toId(call), call.input, authorOf(call.key)),
  }),
];

/**
 * A form has the files as JSON text; invalid JSON is refused where files are read. A path on the server's machine needs
 * the option: the client's address proves nothing, since a proxy sends all requests from this machine.
 * @throws denied
 */
function toInput({ options }: Context, { input: { files, ...input } }: Call<v.InferOutput<typeof Body>>): unknown {
  const namesPlace = input.path !== undefined || input.url?.startsWith("file:") === true;
  if (namesPlace && options.pluginPaths !== true) {
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

function requireOrganization({ params }: Call<unknown>): void {
  const id = params["organization_id"];
  if (id !== "@current" && id !== ORGANIZATION_ID) throw notFound();
}

/** @throws notFound for text that is not an integer, as for an unknown id */
function toId(call: Call<unknown>): number {
  requireOrganization(call);
  const id = call.params["id"] ?? "";
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw notFound();
}
