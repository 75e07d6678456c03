import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { eq, laterThan, query } from "../../storage/queries/index.ts";
import { pluginAttachments, pluginConfigs, pluginJobs, pluginStorage } from "../../storage/tables/index.ts";
import { newestSource } from "../registry/get.ts";
import { toFields } from "../registry/manifest.ts";
import type { ConfigSchema } from "../registry/manifest.ts";
import type { PluginRecord } from "../registry/record.ts";
import { dropOldSources } from "../registry/store.ts";
import type { ConfigRow } from "./record.ts";
import { SECRET_MASK, sealValues, secretKeys, withDefaults } from "./values.ts";
import type { Values } from "./values.ts";

interface Replacement extends Pick<
  typeof pluginConfigs.$inferSelect,
  "id" | "pluginId" | "sourceId" | "config" | "secrets"
> {
  nowMs: number;
}

const setPlugin = query((db, given: Replacement) =>
  db
    .update(pluginConfigs)
    .set({
      pluginId: given.pluginId,
      sourceId: given.sourceId,
      config: given.config,
      secrets: given.secrets,
      error: null,
      updatedAt: laterThan(pluginConfigs.updatedAt, given.nowMs),
    })
    .where(eq(pluginConfigs.id, given.id)),
);

const dropStorage = query((db, given: { id: number }) =>
  db.delete(pluginStorage).where(eq(pluginStorage.configId, given.id)),
);
const dropJobs = query((db, given: { id: number }) => db.delete(pluginJobs).where(eq(pluginJobs.configId, given.id)));
const dropFiles = query((db, given: { id: number }) =>
  db.delete(pluginAttachments).where(eq(pluginAttachments.configId, given.id)),
);

/**
 * Lets a config run another plugin's newest version, inside the caller's transaction. Values that its schema knows
 * stay, its other fields get defaults. Secrets, files, storage and waiting jobs of the old plugin go: the new one might
 * send them anywhere.
 */
export function replacePlugin(
  ctx: Pick<Context, "db" | "clock" | "vault">,
  row: ConfigRow,
  plugin: PluginRecord,
): void {
  const { db, vault } = ctx;
  const { config_schema: schema } = plugin;
  const known = new Set(toFields(schema).map(({ key }) => key));
  const shown = Object.entries(JSON.parse(row.config) as Values);
  const kept = shown.filter(([key, value]) => known.has(key) && value !== SECRET_MASK);
  const values = withDefaults(Object.fromEntries(kept), schema);
  setPlugin.run(db, {
    id: row.id,
    pluginId: plugin.id,
    sourceId: newestSource(ctx, plugin.id).id,
    ...sealValues(vault, values, secretKeys(schema)),
    nowMs: ctx.clock.now(),
  });
  dropFiles.run(db, row);
  dropStorage.run(db, row);
  dropJobs.run(db, row);
  dropOldSources(ctx, row.pluginId);
}

/** Requires a value for each required field except files. @throws invalid naming `config__<key>` */
export function requireValues(schema: ConfigSchema, values: Values): void {
  const missing = toFields(schema).find(
    ({ key, type, isRequired }) => isRequired && type !== "attachment" && (values[key] ?? "") === "",
  );
  if (missing !== undefined) throw invalid(`config__${missing.key}`, "This field is required.", "required");
}
