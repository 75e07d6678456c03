import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import type { Page } from "../../base/page.ts";
import { getPlugin } from "../registry/get.ts";
import { shownAttachments } from "./attachments.ts";
import { deliveryRates } from "./delivery-rate.ts";
import { CONFIG_COLUMNS, toRecord } from "./record.ts";
import type { ConfigRow, PluginConfigRecord } from "./record.ts";

type Reads = Pick<Context, "db" | "clock">;

const FROM = "FROM plugin_configs c JOIN plugins p ON p.id = c.plugin_id";

/** A project's configs that are not deleted, also disabled configs, by order, then by plugin. */
export function listPluginConfigs(
  ctx: Reads,
  projectId: number,
  { limit, offset }: { limit: number; offset: number },
): Page<PluginConfigRecord> {
  // Index plugin_configs_by_order.
  const rows = ctx.db
    .sql(
      `SELECT ${CONFIG_COLUMNS} ${FROM} WHERE c.project_id = ? AND c.deleted = 0
       ORDER BY c."order", c.plugin_id, c.id LIMIT ? OFFSET ?`,
    )
    .all(projectId, limit, offset) as ConfigRow[];
  const count = ctx.db
    .sql("SELECT count(*) FROM plugin_configs WHERE project_id = ? AND deleted = 0")
    .pluck()
    .get(projectId);
  const ids = rows.map(({ id }) => id);
  const rates = deliveryRates(ctx, projectId, ids);
  const files = shownAttachments(ctx, ids);
  const results = rows.map((row) => toRecord(row, { files: files.get(row.id), rate: rates.get(row.id) ?? null }));
  return { count: Number(count), results };
}

/** The config with this id, also a deleted config, with its plugin and its delivery rate. @throws notFound */
export function getPluginConfig(ctx: Reads, projectId: number, id: number): PluginConfigRecord {
  const row = readConfig(ctx, projectId, id);
  const files = shownAttachments(ctx, [id]).get(id);
  const rate = deliveryRates(ctx, projectId, [id]).get(id) ?? null;
  return toRecord(row, { files, plugin: getPlugin(ctx, row.plugin_id), rate });
}

/** The config with this id as the answer to its change: with its plugin, without a delivery rate. @throws notFound */
export function getChangedConfig(ctx: Pick<Context, "db">, projectId: number, id: number): PluginConfigRecord {
  const row = readConfig(ctx, projectId, id);
  return toRecord(row, { files: shownAttachments(ctx, [id]).get(id), plugin: getPlugin(ctx, row.plugin_id) });
}

/** All enabled configs of a project in the order of their creation, without plugin and delivery rate. */
export function listEnabledRecords(ctx: Pick<Context, "db">, projectId: number): PluginConfigRecord[] {
  const rows = ctx.db
    .sql(`SELECT ${CONFIG_COLUMNS} ${FROM} WHERE c.project_id = ? AND c.enabled = 1 AND c.deleted = 0 ORDER BY c.id`)
    .all(projectId) as ConfigRow[];
  const files = shownAttachments(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toRecord(row, { files: files.get(row.id) }));
}

/** Requires that the project has this config, possibly deleted. @throws notFound */
export function requirePluginConfig(ctx: Pick<Context, "db">, projectId: number, id: number): void {
  readConfig(ctx, projectId, id);
}

/** The row of a config, possibly deleted. @throws notFound */
export function readConfig({ db }: Pick<Context, "db">, projectId: number, id: number): ConfigRow {
  const row = db.sql(`SELECT ${CONFIG_COLUMNS} ${FROM} WHERE c.project_id = ? AND c.id = ?`).get(projectId, id);
  if (row === undefined) throw notFound();
  return row as ConfigRow;
}
