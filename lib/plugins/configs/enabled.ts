import type { Context } from "../context.ts";
import { toJson, write } from "../../storage/index.ts";
import type { StoredCapabilities } from "../registry/compile.ts";
import { openAttachments } from "./attachments.ts";
import type { OpenAttachment } from "./attachments.ts";
import { recordConfig } from "./edit.ts";
import type { ConfigError } from "./record.ts";
import { openSecrets, openValues } from "./values.ts";
import type { Values } from "./values.ts";
import { and, eq, laterThan, query } from "../../storage/queries/index.ts";
import { pluginConfigs, plugins, pluginSources } from "../../storage/tables/index.ts";

/** A config for the runtime, without masks. */
export interface EnabledConfig {
  id: number;
  projectId: number;
  pluginId: number;
  pluginName: string;
  order: number;
  /** The version that it runs. */
  sourceId: number;
  /** CommonJS; null = none, see `error`. */
  code: string | null;
  /** The fault of the code, found at installation; null = none. */
  error: string | null;
  config: Values;
  attachments: Record<string, OpenAttachment>;
  /** Secret values; of files, names and texts. */
  secrets: readonly unknown[];
  /** Changes with every save of the config, even under a frozen clock. */
  updatedAt: number;
  /** Changes with every save of the plugin, even under a frozen clock. */
  pluginUpdatedAt: number;
  /** Found when the newest version was installed; {} = it could not be loaded. */
  capabilities: StoredCapabilities;
  publicJobs: Record<string, unknown>;
}

const isEnabled = and(eq(pluginConfigs.enabled, 1), eq(pluginConfigs.deleted, 0));

const enabledConfigs = query((db, given: { projectId: number }) =>
  db
    .select({
      id: pluginConfigs.id,
      pluginId: pluginConfigs.pluginId,
      pluginName: plugins.name,
      order: pluginConfigs.order,
      sourceId: pluginConfigs.sourceId,
      code: pluginSources.code,
      error: pluginSources.error,
      config: pluginConfigs.config,
      secrets: pluginConfigs.secrets,
      updatedAt: pluginConfigs.updatedAt,
      pluginUpdatedAt: plugins.updatedAt,
      capabilities: plugins.capabilities,
      publicJobs: plugins.publicJobs,
    })
    .from(pluginConfigs)
    .innerJoin(plugins, eq(plugins.id, pluginConfigs.pluginId))
    .innerJoin(pluginSources, eq(pluginSources.id, pluginConfigs.sourceId))
    .where(and(eq(pluginConfigs.projectId, given.projectId), isEnabled))
    .orderBy(pluginConfigs.order, pluginConfigs.pluginId, pluginConfigs.id),
);

const projectsWithPlugins = query((db) =>
  db
    .selectDistinct({ id: pluginConfigs.projectId })
    .from(pluginConfigs)
    .where(isEnabled)
    .orderBy(pluginConfigs.projectId),
);

const runningConfig = query((db, given: { id: number }) =>
  db
    .select({ projectId: pluginConfigs.projectId, error: pluginConfigs.error, pluginName: plugins.name })
    .from(pluginConfigs)
    .innerJoin(plugins, eq(plugins.id, pluginConfigs.pluginId))
    .where(and(eq(pluginConfigs.id, given.id), eq(pluginConfigs.enabled, 1))),
);

const setError = query((db, given: { id: number; error: string | null }) =>
  db
    .update(pluginConfigs)
    .set({ error: given.error })
    .where(and(eq(pluginConfigs.id, given.id), eq(pluginConfigs.enabled, 1))),
);

const stop = query((db, given: { id: number; error: string; nowMs: number }) =>
  db
    .update(pluginConfigs)
    .set({ enabled: 0, error: given.error, updatedAt: laterThan(pluginConfigs.updatedAt, given.nowMs) })
    .where(eq(pluginConfigs.id, given.id)),
);

type Row = NonNullable<ReturnType<typeof enabledConfigs.get>>;

/** The enabled configs of a project, in their order. @throws misconfigured when secrets cannot be read */
export function listEnabledConfigs(ctx: Pick<Context, "db" | "vault">, projectId: number): EnabledConfig[] {
  return enabledConfigs.all(ctx.db, { projectId }).map((row) => toEnabled(ctx, projectId, row));
}

function toEnabled(ctx: Pick<Context, "db" | "vault">, projectId: number, row: Row): EnabledConfig {
  const attachments = openAttachments(ctx, row.id);
  const files = Object.values(attachments).filter(({ isSecret }) => isSecret);
  const secretTexts = files.flatMap(({ fileName, contents }) => [fileName, contents.toString("utf8")]);
  return {
    id: row.id,
    projectId,
    pluginId: row.pluginId,
    pluginName: row.pluginName,
    order: row.order,
    sourceId: row.sourceId,
    code: row.code,
    error: row.error,
    config: openValues(ctx.vault, row),
    attachments,
    secrets: [...Object.values(openSecrets(ctx.vault, row.secrets)), ...secretTexts],
    updatedAt: row.updatedAt,
    pluginUpdatedAt: row.pluginUpdatedAt,
    capabilities: JSON.parse(row.capabilities) as StoredCapabilities,
    publicJobs: JSON.parse(row.publicJobs) as Record<string, unknown>,
  };
}

/** Changes with every save, by any process, that affects a project's running configs; "" = none is enabled. */
export function configsVersion(db: Context["db"], projectId: number): string {
  const text = db
    .sql<string | null>(
      `SELECT group_concat(c.id || '.' || c.updated_at || '.' || p.updated_at)
       FROM plugin_configs c JOIN plugins p ON p.id = c.plugin_id
       WHERE c.project_id = ? AND c.enabled = 1 AND c.deleted = 0`,
    )
    .pluck()
    .get(projectId);
  return text ?? "";
}

export function listProjectsWithPlugins(db: Context["db"]): number[] {
  return projectsWithPlugins.all(db).map(({ id }) => id);
}

/** Stores a config's error, or null when it is resolved; the config keeps running. */
export async function setConfigError(
  { db }: Pick<Context, "db">,
  id: number,
  error: ConfigError | null,
): Promise<void> {
  const text = error === null ? null : toJson(error);
  const config = runningConfig.get(db, { id });
  if (config === undefined || config.error === text) return;
  await write(db, () => void setError.run(db, { id, error: text }));
}

/** Disables a config that cannot continue, with the reason; its author in the activity log is the system. */
export async function disableConfig(
  ctx: Pick<Context, "db" | "clock" | "log">,
  id: number,
  error: ConfigError,
): Promise<void> {
  await write(ctx.db, () => {
    const config = runningConfig.get(ctx.db, { id });
    if (config === undefined) return;
    stop.run(ctx.db, { id, error: toJson(error), nowMs: ctx.clock.now() });
    const about = { id, pluginName: config.pluginName };
    const change = { type: "PluginConfig", action: "changed", field: "error", before: null } as const;
    const changes = [{ ...change, after: error.message }];
    recordConfig(ctx, { projectId: config.projectId }, about, "disabled", { changes });
  });
}
