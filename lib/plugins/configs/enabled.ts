import type { Context } from "../context.ts";
import { toJson, write } from "../../storage/index.ts";
import type { StoredCapabilities } from "../registry/compile.ts";
import { openAttachments } from "./attachments.ts";
import type { OpenAttachment } from "./attachments.ts";
import { recordConfig } from "./edit.ts";
import type { ConfigError } from "./record.ts";
import { openSecrets, openValues } from "./values.ts";
import type { Values } from "./values.ts";

/** A config for the runtime, without masks. */
export interface EnabledConfig {
  id: number;
  projectId: number;
  pluginId: number;
  pluginName: string;
  order: number;
  /** The version that it runs. */
  sourceId: number;
  /** CommonJS; null = none, for the reason in `error`. */
  code: string | null;
  /** The fault of the code, found at installation; null = none. */
  error: string | null;
  config: Values;
  attachments: Record<string, OpenAttachment>;
  /** The secrets among these values; of files, the names and the texts. */
  secrets: readonly unknown[];
  /** Changes with every save of the config, also under a frozen clock. */
  updatedAt: number;
  /** Changes with every save of the plugin, also under a frozen clock. */
  pluginUpdatedAt: number;
  /** Capabilities of the plugin's newest version, found at installation; {} = it could not be loaded. */
  capabilities: StoredCapabilities;
  publicJobs: Record<string, unknown>;
}

interface Row {
  id: number;
  plugin_id: number;
  plugin_name: string;
  order: number;
  source_id: number;
  code: string | null;
  error: string | null;
  config: string;
  secrets: Buffer | null;
  updated_at: number;
  plugin_updated_at: number;
  capabilities: string;
  public_jobs: string;
}

/** The enabled configs of a project, in their order. @throws misconfigured when secrets cannot be read */
export function listEnabledConfigs(ctx: Pick<Context, "db" | "vault">, projectId: number): EnabledConfig[] {
  const rows = ctx.db
    .sql(
      `SELECT c.id, c.plugin_id, p.name AS plugin_name, c."order", c.source_id, s.code, s.error, c.config, c.secrets,
         c.updated_at, p.updated_at AS plugin_updated_at, p.capabilities, p.public_jobs
       FROM plugin_configs c JOIN plugins p ON p.id = c.plugin_id JOIN plugin_sources s ON s.id = c.source_id
       WHERE c.project_id = ? AND c.enabled = 1 AND c.deleted = 0 ORDER BY c."order", c.plugin_id, c.id`,
    )
    .all(projectId) as Row[];
  return rows.map((row) => toEnabled(ctx, projectId, row));
}

function toEnabled(ctx: Pick<Context, "db" | "vault">, projectId: number, row: Row): EnabledConfig {
  const attachments = openAttachments(ctx, row.id);
  const files = Object.values(attachments).filter(({ isSecret }) => isSecret);
  const secretTexts = files.flatMap(({ fileName, contents }) => [fileName, contents.toString("utf8")]);
  return {
    id: row.id,
    projectId,
    pluginId: row.plugin_id,
    pluginName: row.plugin_name,
    order: row.order,
    sourceId: row.source_id,
    code: row.code,
    error: row.error,
    config: openValues(ctx.vault, row),
    attachments,
    secrets: [...Object.values(openSecrets(ctx.vault, row.secrets)), ...secretTexts],
    updatedAt: row.updated_at,
    pluginUpdatedAt: row.plugin_updated_at,
    capabilities: JSON.parse(row.capabilities) as StoredCapabilities,
    publicJobs: JSON.parse(row.public_jobs) as Record<string, unknown>,
  };
}

/**
 * A text that changes with every save, by any process, that affects a project's running configs; "" = none is enabled.
 * Cheap enough for each batch of events: a few µs with configs, 1 µs without.
 */
export function configsVersion(db: Context["db"], projectId: number): string {
  const text = db
    .sql(
      `SELECT group_concat(c.id || '.' || c.updated_at || '.' || p.updated_at)
       FROM plugin_configs c JOIN plugins p ON p.id = c.plugin_id
       WHERE c.project_id = ? AND c.enabled = 1 AND c.deleted = 0`,
    )
    .pluck()
    .get(projectId) as string | null;
  return text ?? "";
}

/** Projects that have an enabled config. */
export function listProjectsWithPlugins(db: Context["db"]): number[] {
  return db
    .sql("SELECT DISTINCT project_id FROM plugin_configs WHERE enabled = 1 AND deleted = 0 ORDER BY project_id")
    .pluck()
    .all() as number[];
}

/** Stores the error of a config, or null when it is resolved; the config keeps running. */
export async function setConfigError(
  { db }: Pick<Context, "db">,
  id: number,
  error: ConfigError | null,
): Promise<void> {
  const text = error === null ? null : toJson(error);
  const old = db.sql("SELECT error FROM plugin_configs WHERE id = ? AND enabled = 1").pluck().get(id);
  if (old === undefined || old === text) return;
  await write(db, () => {
    db.sql("UPDATE plugin_configs SET error = ? WHERE id = ? AND enabled = 1").run(text, id);
  });
}

/** Disables a config that cannot continue, and stores the reason; the activity log names the system as the author. */
export async function disableConfig(
  ctx: Pick<Context, "db" | "clock" | "log">,
  id: number,
  error: ConfigError,
): Promise<void> {
  await write(ctx.db, () => {
    const config = ctx.db
      .sql(
        `SELECT c.project_id, p.name AS plugin_name FROM plugin_configs c JOIN plugins p ON p.id = c.plugin_id
         WHERE c.id = ? AND c.enabled = 1`,
      )
      .get(id) as { project_id: number; plugin_name: string } | undefined;
    if (config === undefined) return;
    ctx.db
      .sql("UPDATE plugin_configs SET enabled = 0, error = ?, updated_at = max(?, updated_at + 1) WHERE id = ?")
      .run(toJson(error), ctx.clock.now(), id);
    const about = { id, plugin_name: config.plugin_name };
    const change = { type: "PluginConfig", action: "changed", field: "error", before: null } as const;
    const changes = [{ ...change, after: error.message }];
    recordConfig(ctx, { projectId: config.project_id }, about, "disabled", { changes });
  });
}
