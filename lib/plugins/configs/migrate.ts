import { HogletError, invalid, notFound } from "../../base/errors.ts";
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
import { and, desc, eq, laterThan, query } from "../../storage/queries/index.ts";
import { pluginConfigs, pluginSources } from "../../storage/tables/index.ts";

const newestVersion = query((db, given: { pluginId: number }) =>
  db
    .select({ id: pluginSources.id, error: pluginSources.error })
    .from(pluginSources)
    .where(eq(pluginSources.pluginId, given.pluginId))
    .orderBy(desc(pluginSources.id))
    .limit(1),
);

const sourceById = query((db, given: { id: number }) =>
  db.select({ files: pluginSources.files }).from(pluginSources).where(eq(pluginSources.id, given.id)),
);

interface Move extends Pick<typeof pluginConfigs.$inferSelect, "projectId" | "id" | "sourceId" | "config" | "secrets"> {
  nowMs: number;
}

const moveToVersion = query((db, given: Move) =>
  db
    .update(pluginConfigs)
    .set({
      sourceId: given.sourceId,
      config: given.config,
      secrets: given.secrets,
      error: null,
      updatedAt: laterThan(pluginConfigs.updatedAt, given.nowMs),
    })
    .where(and(eq(pluginConfigs.id, given.id), eq(pluginConfigs.projectId, given.projectId))),
);

/**
 * Updates a config to its plugin's newest version, first installing what is now at the path or in the package. New
 * fields get their defaults; the storage stays. Changes nothing at the newest version.
 * @throws notFound; invalid when the newest version cannot run
 */
export async function migratePluginConfig(ctx: Changes, edit: ConfigEdit, id: number): Promise<PluginConfigRecord> {
  const { pluginId } = readConfig(ctx, edit.projectId, id);
  await readAgain(ctx, edit, pluginId);
  return write(ctx.db, () => {
    const before = readConfig(ctx, edit.projectId, id);
    const newest = newestVersion.get(ctx.db, { pluginId: before.pluginId });
    if (newest === undefined) throw notFound();
    if (newest.id === before.sourceId) return getChangedConfig(ctx, edit.projectId, id);
    if (newest.error !== null) throw invalid("plugin", `The newest version of this plugin cannot run: ${newest.error}`);
    const { config, secrets } = withNewFields(ctx, before, JSON.parse(before.configSchema) as ConfigSchema);
    moveToVersion.run(ctx.db, {
      projectId: edit.projectId,
      id,
      sourceId: newest.id,
      config,
      secrets,
      nowMs: ctx.clock.now(),
    });
    dropOldSources(ctx, before.pluginId);
    recordConfig(ctx, edit, before, "migrated");
    return getChangedConfig(ctx, edit.projectId, id);
  });
}

/** A plugin without a source has no newer version. */
async function readAgain(ctx: Changes, { by }: ConfigEdit, pluginId: number): Promise<void> {
  if (getPlugin(ctx, pluginId).url === null) return;
  try {
    await upgradePlugin(ctx, pluginId, by);
  } catch (error) {
    if (!(error instanceof HogletError) || error.status !== 400) throw error;
  }
}

/** New fields only: a key of the old version was left out on purpose. The old manifest has its keys. */
function withNewFields({ db, vault }: Changes, row: ReturnType<typeof readConfig>, schema: ConfigSchema) {
  const source = sourceById.get(db, { id: row.sourceId });
  const known = new Set(toFields(schemaOf(source?.files ?? "{}")).map(({ key }) => key));
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
