import { HogletError, invalid } from "../../base/errors.ts";
import { write } from "../../storage/index.ts";
import { getPlugin } from "../registry/get.ts";
import type { ConfigSchema } from "../registry/manifest.ts";
import { parseManifest, toFields } from "../registry/manifest.ts";
import { upgradePlugin } from "../registry/update.ts";
import { dropOldSources } from "../registry/store.ts";
import { recordConfig } from "./edit.ts";
import type { Changes, ConfigEdit } from "./edit.ts";
import { getChangedConfig, readConfig } from "./get.ts";
import type { PluginConfigRecord } from "./record.ts";
import { openSecrets, openValues, sealValues, secretKeys } from "./values.ts";

/**
 * Updates a config to the newest version of its plugin. For a plugin from a path or a package, the version that is
 * there now is installed first. New fields get their defaults. The config's storage stays.
 * @throws notFound; invalid when it runs the newest version already, or that version cannot run
 */
export async function migratePluginConfig(ctx: Changes, edit: ConfigEdit, id: number): Promise<PluginConfigRecord> {
  const { plugin_id } = readConfig(ctx, edit.projectId, id);
  await readAgain(ctx, edit, plugin_id);
  return write(ctx.db, () => {
    const before = readConfig(ctx, edit.projectId, id);
    const newest = readVersion(ctx, before.plugin_id);
    if (newest.id === before.source_id) throw invalid("plugin", "No migration available for this plugin");
    if (newest.error !== null) throw invalid("plugin", `The newest version of this plugin cannot run: ${newest.error}`);
    const { config, secrets } = withNewFields(ctx, before, JSON.parse(before.config_schema) as ConfigSchema);
    ctx.db
      .sql(
        `UPDATE plugin_configs SET source_id = ?, config = ?, secrets = ?, error = NULL, updated_at = max(?, updated_at + 1)
         WHERE id = ? AND project_id = ?`,
      )
      .run(newest.id, config, secrets, ctx.clock.now(), id, edit.projectId);
    dropOldSources(ctx, before.plugin_id);
    recordConfig(ctx, edit, before, "migrated");
    return getChangedConfig(ctx, edit.projectId, id);
  });
}

/** Reads the plugin again. A plugin whose source is gone, or that was given as text, has no newer version. */
async function readAgain(ctx: Changes, { by }: ConfigEdit, pluginId: number): Promise<void> {
  if (getPlugin(ctx, pluginId).url === null) return;
  try {
    await upgradePlugin(ctx, pluginId, by);
  } catch (error) {
    if (!(error instanceof HogletError) || error.status !== 400) throw error;
  }
}

function readVersion({ db }: Changes, pluginId: number): { id: number; error: string | null } {
  return db.sql("SELECT id, error FROM plugin_sources WHERE plugin_id = ? ORDER BY id DESC LIMIT 1").get(pluginId) as {
    id: number;
    error: string | null;
  };
}

/**
 * Fills in defaults of new fields only: a key that the old version had was left out on purpose. The manifest of the old
 * version has its keys.
 */
function withNewFields({ db, vault }: Changes, row: ReturnType<typeof readConfig>, schema: ConfigSchema) {
  const text = db.sql("SELECT files FROM plugin_sources WHERE id = ?").pluck().get(row.source_id);
  const known = new Set(toFields(schemaOf(String(text))).map(({ key }) => key));
  const values = openValues(vault, row);
  const added = toFields(schema).filter(
    ({ key, type, default: fallback }) =>
      fallback !== undefined && type !== "attachment" && !known.has(key) && !Object.hasOwn(values, key),
  );
  const secret = new Set([...secretKeys(schema), ...Object.keys(openSecrets(vault, row.secrets))]);
  const all = { ...values, ...Object.fromEntries(added.map((field) => [field.key, field.default])) };
  return sealValues(vault, all, secret);
}

function schemaOf(files: string): ConfigSchema {
  const manifest = (JSON.parse(files) as Record<string, string>)["plugin.json"];
  return manifest === undefined ? [] : (parseManifest(manifest).config ?? []);
}
