import { recordActivity, SYSTEM } from "../../admin/activity/index.ts";
import type { Author, Change, Trigger } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { HogletError, invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { toStorableText, write } from "../../storage/index.ts";
import { getPlugin, newestSource } from "../registry/get.ts";
import type { ConfigSchema } from "../registry/manifest.ts";
import type { PluginRecord } from "../registry/record.ts";
import { changeAttachments } from "./attachments.ts";
import { getChangedConfig, readConfig } from "./get.ts";
import { PluginConfigInput, PluginConfigUpdate } from "./input.ts";
import type { ConfigRow, PluginConfigRecord } from "./record.ts";
import { replacePlugin, requireValues } from "./replace-plugin.ts";
import { openSecrets, openValues, replaceValues, sealValues, secretKeys, toChanges, withDefaults } from "./values.ts";
import type { SealedValues } from "./values.ts";
import { and, eq, insertInto, laterThan, query } from "../../storage/queries/index.ts";
import { pluginConfigs } from "../../storage/tables/index.ts";

export type Changes = Pick<Context, "db" | "clock" | "log" | "vault">;

/** The project of a change, and its author (absent = the system). */
export interface ConfigEdit {
  projectId: number;
  by?: Author;
}

const insertConfig = insertInto(pluginConfigs, [
  "projectId",
  "pluginId",
  "sourceId",
  "enabled",
  "order",
  "name",
  "description",
  "deleted",
  "config",
  "secrets",
  "createdAt",
  "updatedAt",
]);

interface ConfigChange extends Omit<
  typeof pluginConfigs.$inferSelect,
  "pluginId" | "sourceId" | "createdAt" | "updatedAt"
> {
  nowMs: number;
}

const isConfig = ({ projectId, id }: Pick<ConfigChange, "projectId" | "id">) =>
  and(eq(pluginConfigs.id, id), eq(pluginConfigs.projectId, projectId));

const changeConfig = query((db, given: ConfigChange) =>
  db
    .update(pluginConfigs)
    .set({
      enabled: given.enabled,
      deleted: given.deleted,
      order: given.order,
      name: given.name,
      description: given.description,
      config: given.config,
      secrets: given.secrets,
      error: given.error,
      updatedAt: laterThan(pluginConfigs.updatedAt, given.nowMs),
    })
    .where(isConfig(given)),
);

const markDeleted = query((db, given: Pick<ConfigChange, "projectId" | "id" | "nowMs">) =>
  db
    .update(pluginConfigs)
    .set({ enabled: 0, deleted: 1, updatedAt: laterThan(pluginConfigs.updatedAt, given.nowMs) })
    .where(isConfig(given)),
);

/**
 * Sets up a plugin's newest version in a project. Absent fields get their defaults.
 * @param input `PluginConfigInput`
 * @throws invalid
 */
export async function createPluginConfig(ctx: Changes, edit: ConfigEdit, input: unknown): Promise<PluginConfigRecord> {
  const wanted = parse(PluginConfigInput, input);
  return write(ctx.db, () => {
    const plugin = findPlugin(ctx, wanted.plugin);
    const secret = secretKeys(plugin.config_schema);
    const values = withDefaults(wanted.config ?? {}, plugin.config_schema);
    const deleted = wanted.deleted ?? false;
    const enabled = (wanted.enabled ?? false) && !deleted;
    const id = insert(ctx, edit.projectId, {
      pluginId: plugin.id,
      sourceId: newestSource(ctx, plugin.id).id,
      enabled,
      deleted,
      order: wanted.order,
      name: wanted.name ?? null,
      description: wanted.description ?? null,
      ...sealValues(ctx.vault, values, secret),
    });
    const about = { id, pluginName: plugin.name };
    if (enabled) recordConfig(ctx, edit, about, "enabled", { changes: toChanges({}, values, secret) });
    saveFiles(ctx, edit, about, { given: wanted.attachments ?? {}, secret });
    return getChangedConfig(ctx, edit.projectId, id);
  });
}

/** An unknown id is an invalid field, not a 404. */
function findPlugin(ctx: Changes, id: number): PluginRecord {
  try {
    return getPlugin(ctx, id);
  } catch (error) {
    if (!(error instanceof HogletError) || error.status !== 404) throw error;
    throw invalid("plugin", `Invalid pk "${id}" - object does not exist.`, "does_not_exist");
  }
}

interface NewConfig extends SealedValues {
  pluginId: number;
  sourceId: number;
  enabled: boolean;
  deleted: boolean;
  order: number;
  name: string | null;
  description: string | null;
}

function insert({ db, clock }: Changes, projectId: number, config: NewConfig): number {
  const now = clock.now();
  const { lastInsertRowid } = insertConfig.run(db, {
    projectId,
    pluginId: config.pluginId,
    sourceId: config.sourceId,
    enabled: config.enabled ? 1 : 0,
    order: config.order,
    name: storableOrNull(config.name),
    description: storableOrNull(config.description),
    deleted: config.deleted ? 1 : 0,
    config: config.config,
    secrets: config.secrets,
    createdAt: now,
    updatedAt: now,
  });
  return Number(lastInsertRowid);
}

function storableOrNull(text: string | null): string | null {
  return text === null ? null : toStorableText(text);
}

/**
 * Changes a config; absent fields stay. `config` replaces all values except secrets that it lacks or has as null; an
 * empty text clears a secret, and a mask is stored like any value (reference/rest.md 8.2). For another `plugin` see
 * `replacePlugin`. A deleted config is disabled.
 * @param input `PluginConfigUpdate`
 * @throws notFound; invalid
 */
export async function updatePluginConfig(
  ctx: Changes,
  edit: ConfigEdit,
  id: number,
  input: unknown,
): Promise<PluginConfigRecord> {
  const wanted = parse(PluginConfigUpdate, input);
  return write(ctx.db, () => {
    const isReplaced = wanted.plugin !== undefined && putPlugin(ctx, edit, id, wanted.plugin);
    const before = readConfig(ctx, edit.projectId, id);
    const schema = JSON.parse(before.configSchema) as ConfigSchema;
    const secret = secretsOf(ctx, before);
    const deleted = wanted.deleted ?? before.deleted === 1;
    const enabled = (wanted.enabled ?? before.enabled === 1) && !deleted;
    const { values, changes } = changeValues(ctx, before, { given: wanted.config, schema, secret });
    if (isReplaced) requireValues(schema, openValues(ctx.vault, values));
    // A user who enables it again has handled the error.
    const error = enabled && before.enabled === 0 ? null : before.error;
    changeConfig.run(ctx.db, {
      projectId: edit.projectId,
      id,
      enabled: enabled ? 1 : 0,
      deleted: deleted ? 1 : 0,
      order: wanted.order ?? before.order,
      name: storableOrNull(wanted.name === undefined ? before.name : wanted.name),
      description: storableOrNull(wanted.description === undefined ? before.description : wanted.description),
      config: values.config,
      secrets: values.secrets,
      error,
      nowMs: ctx.clock.now(),
    });
    if (changes.length > 0) recordConfig(ctx, edit, before, "config_updated", { changes });
    if (enabled !== (before.enabled === 1)) recordConfig(ctx, edit, before, enabled ? "enabled" : "disabled");
    saveFiles(ctx, edit, before, { given: wanted.attachments ?? {}, secret });
    return getChangedConfig(ctx, edit.projectId, id);
  });
}

/** Lets a config run this plugin, and tells whether it ran another one. @throws invalid for an unknown plugin; notFound */
function putPlugin(ctx: Changes, edit: ConfigEdit, id: number, pluginId: number): boolean {
  const row = readConfig(ctx, edit.projectId, id);
  if (row.pluginId === pluginId) return false;
  const plugin = findPlugin(ctx, pluginId);
  replacePlugin(ctx, row, plugin);
  const change: Change = { action: "changed", field: "plugin", before: row.pluginName, after: plugin.name };
  recordConfig(ctx, edit, row, "plugin_changed", { changes: [change] });
  return true;
}

/** Keys that are, or were when their value was given, secret. */
function secretsOf({ vault }: Pick<Context, "vault">, row: ConfigRow): Set<string> {
  const declared = secretKeys(JSON.parse(row.configSchema) as ConfigSchema);
  return new Set([...declared, ...Object.keys(openSecrets(vault, row.secrets))]);
}

function changeValues(
  { vault }: Changes,
  before: ConfigRow,
  { given, schema, secret }: { given: Record<string, unknown> | undefined; schema: ConfigSchema; secret: Set<string> },
): { values: SealedValues; changes: Change[] } {
  if (given === undefined) return { values: before, changes: [] };
  const old = openValues(vault, before);
  const values = replaceValues(old, given, { schema, secret });
  return { values: sealValues(vault, values, secret), changes: toChanges(old, values, secret) };
}

function saveFiles(
  ctx: Changes,
  edit: ConfigEdit,
  about: Pick<ConfigRow, "id" | "pluginName">,
  { given, secret }: { given: NonNullable<PluginConfigUpdate["attachments"]>; secret: ReadonlySet<string> },
): void {
  for (const { activity, change } of changeAttachments(ctx, about.id, given, secret)) {
    recordConfig(ctx, edit, about, activity, { changes: [change] });
  }
}

/**
 * Disables a config and marks it as deleted: unlisted, still found by id. `deleted: false` in an update restores it.
 * @throws notFound
 */
export async function deletePluginConfig(ctx: Changes, { projectId }: ConfigEdit, id: number): Promise<void> {
  await write(ctx.db, () => {
    const { deleted, enabled } = readConfig(ctx, projectId, id);
    if (deleted === 1 && enabled === 0) return;
    markDeleted.run(ctx.db, { projectId, id, nowMs: ctx.clock.now() });
  });
}

/** Records a config's event in the activity log, under the name of its plugin (reference/rest.md 8.4). */
export function recordConfig(
  ctx: Pick<Context, "db" | "clock" | "log">,
  { projectId, by = SYSTEM }: ConfigEdit,
  { id, pluginName: name }: Pick<ConfigRow, "id" | "pluginName">,
  activity: string,
  told: { changes?: readonly Change[]; trigger?: Trigger } = {},
): void {
  const entry = { scope: "PluginConfig", itemId: String(id), activity, detail: { name, ...told } } as const;
  recordActivity(ctx, { projectId, by, ...entry });
}
