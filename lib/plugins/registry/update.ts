import { createHash } from "node:crypto";
import * as v from "valibot";
import { SYSTEM } from "../../admin/activity/index.ts";
import type { Author, Change } from "../../admin/activity/index.ts";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { toStorableText, write } from "../../storage/index.ts";
import { sealAgain } from "../configs/seal-again.ts";
import { compile } from "./compile.ts";
import { changeFiles, MANIFEST } from "./files.ts";
import { getPlugin, newestSource } from "./get.ts";
import { recordPlugin } from "./install.ts";
import type { Changes } from "./install.ts";
import { parseManifest } from "./manifest.ts";
import { findPlugin, fromUrl } from "./origin.ts";
import type { Found } from "./origin.ts";
import type { PluginRecord } from "./record.ts";
import { dropOldSources, insertVersion, isSame } from "./store.ts";
import { eq, laterThan, query } from "../../storage/queries/index.ts";
import { pluginConfigs, plugins } from "../../storage/tables/index.ts";

const moveConfigs = query((db, given: { sourceId: number; editedId: number; nowMs: number }) =>
  db
    .update(pluginConfigs)
    .set({ sourceId: given.sourceId, updatedAt: laterThan(pluginConfigs.updatedAt, given.nowMs) })
    .where(eq(pluginConfigs.sourceId, given.editedId)),
);

const changePlugin = query((db, given: { id: number; name: string; isGlobal: number; nowMs: number }) =>
  db
    .update(plugins)
    .set({ name: given.name, isGlobal: given.isGlobal, updatedAt: laterThan(plugins.updatedAt, given.nowMs) })
    .where(eq(plugins.id, given.id)),
);

/**
 * Installs another version. Existing configs keep theirs until they are migrated. Equal files change nothing.
 * @param input as for `installPlugin`
 * @throws notFound; invalid
 */
export async function updatePlugin(
  ctx: Changes,
  id: number,
  input: unknown,
  by: Author = SYSTEM,
): Promise<PluginRecord> {
  getPlugin(ctx, id);
  return addVersion(ctx, id, await findPlugin(input), by);
}

/** Installs what is at the plugin's source now. @throws notFound; invalid when it was given as text or bytes */
export async function upgradePlugin(ctx: Changes, id: number, by: Author = SYSTEM): Promise<PluginRecord> {
  return addVersion(ctx, id, await fromUrl(urlOf(getPlugin(ctx, id))), by);
}

function urlOf({ url }: PluginRecord): string {
  if (url === null) throw invalid("url", "This plugin has no url to read a newer version from.");
  return url;
}

/**
 * Fills in `latest_tag`: the plugin's `tag` when its source is unchanged, else the source's version (or a hash of its
 * files when the version is equal or absent).
 * @throws notFound; invalid when it was given as text or bytes
 */
export async function checkForUpdates(ctx: Changes, id: number): Promise<PluginRecord> {
  const plugin = getPlugin(ctx, id);
  const found = await fromUrl(urlOf(plugin));
  if (isSame(found.files, newestSource(ctx, id).files)) return { ...plugin, latest_tag: plugin.tag };
  const isTold = found.tag !== null && found.tag !== plugin.tag;
  return { ...plugin, latest_tag: isTold ? found.tag : hash(found) };
}

function hash({ files }: Found): string {
  return createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12);
}

async function addVersion(ctx: Changes, id: number, found: Found, by: Author): Promise<PluginRecord> {
  if (isSame(found.files, newestSource(ctx, id).files)) return getPlugin(ctx, id);
  const compiled = await compile(found.files, found.manifest?.main);
  return write(ctx.db, () => {
    const before = getPlugin(ctx, id);
    insertVersion(ctx, id, { found, compiled });
    sealAgain(ctx, id);
    dropOldSources(ctx, id);
    const after = getPlugin(ctx, id);
    const changes: Change[] = [{ action: "changed", field: "tag", before: before.tag, after: after.tag }];
    recordPlugin(ctx, after, "updated", { by, changes });
    return after;
  });
}

/** Texts by file name; null removes a file. */
export const SourceChanges = v.record(
  v.string(),
  v.nullable(v.string("Expected the text of a file, or null.")),
  "Expected an object of texts by file name.",
);

/**
 * Edits a plugin given as text. As in PostHog an edit applies at once to configs that run the edited version. Returns
 * all files.
 * @throws notFound; invalid when the plugin has another source, or the manifest is wrong
 */
export async function updatePluginSource(
  ctx: Changes,
  id: number,
  input: unknown,
  by: Author = SYSTEM,
): Promise<Record<string, string>> {
  const changes = parse(SourceChanges, input);
  const plugin = getPlugin(ctx, id);
  if (plugin.plugin_type !== "source") throw invalid("plugin_type", "Only a plugin that was given as text is edited.");
  const edited = newestSource(ctx, id);
  const found = toEdited(plugin, changeFiles(edited.files, changes));
  if (isSame(found.files, edited.files)) return edited.files;
  const compiled = await compile(found.files, "index.ts");
  await write(ctx.db, () => {
    getPlugin(ctx, id);
    const sourceId = insertVersion(ctx, id, { found, compiled });
    moveConfigs.run(ctx.db, { sourceId, editedId: edited.id, nowMs: ctx.clock.now() });
    sealAgain(ctx, id);
    dropOldSources(ctx, id);
    recordPlugin(ctx, getPlugin(ctx, id), "source_updated", { by });
  });
  return found.files;
}

/** `main` is ignored here: the backend is `index.ts` (reference/plugins.md 3). */
function toEdited(plugin: PluginRecord, files: Record<string, string>): Found {
  const text = files[MANIFEST];
  const manifest = text === undefined ? null : parseManifest(text);
  const name = manifest?.name || plugin.name;
  return { type: "source", url: null, name, manifest, tag: manifest?.version ?? null, files };
}

/** The fields of a plugin, besides its files, that can be changed. */
export const PluginUpdate = v.object({
  name: v.exactOptional(v.pipe(v.string(), v.nonEmpty("This field may not be blank."), v.maxLength(200))),
  /** A global plugin cannot be uninstalled. */
  is_global: v.exactOptional(v.boolean("Must be a valid boolean.")),
});
export type PluginUpdate = v.InferOutput<typeof PluginUpdate>;

/** Renames a plugin, or makes it global or local. @throws notFound; invalid */
export async function editPlugin(ctx: Changes, id: number, input: unknown, by: Author = SYSTEM): Promise<PluginRecord> {
  const wanted = parse(PluginUpdate, input);
  return write(ctx.db, () => {
    const before = getPlugin(ctx, id);
    const after = { ...before, ...wanted };
    const row = { name: toStorableText(after.name), isGlobal: after.is_global ? 1 : 0 };
    changePlugin.run(ctx.db, { id, ...row, nowMs: ctx.clock.now() });
    const changes = (["name", "is_global"] as const)
      .filter((field) => before[field] !== after[field])
      .map((field): Change => ({ action: "changed", field, before: before[field], after: after[field] }));
    recordPlugin(ctx, after, "updated", { by, changes });
    return getPlugin(ctx, id);
  });
}
