import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import type { Page } from "../../base/page.ts";
import { getPlugin } from "../registry/get.ts";
import { shownAttachments } from "./attachments.ts";
import { deliveryRates } from "./delivery-rate.ts";
import { CONFIG_COLUMNS, toConfigRecord } from "./record.ts";
import type { ConfigRow, PluginConfigRecord } from "./record.ts";
import { and, count, eq, query } from "../../storage/queries/index.ts";
import { pluginConfigs, plugins } from "../../storage/tables/index.ts";

type Reads = Pick<Context, "db" | "clock">;

interface InProject {
  projectId: number;
}

const ofPlugin = eq(plugins.id, pluginConfigs.pluginId);

const isListed = ({ projectId }: InProject) =>
  and(eq(pluginConfigs.projectId, projectId), eq(pluginConfigs.deleted, 0));

const countListed = query((db, given: InProject) =>
  db.select({ count: count() }).from(pluginConfigs).where(isListed(given)),
);

// Index plugin_configs_by_order.
const pageOfListed = query((db, given: InProject & { limit: number; offset: number }) =>
  db
    .select(CONFIG_COLUMNS)
    .from(pluginConfigs)
    .innerJoin(plugins, ofPlugin)
    .where(isListed(given))
    .orderBy(pluginConfigs.order, pluginConfigs.pluginId, pluginConfigs.id)
    .limit(given.limit)
    .offset(given.offset),
);

const enabledConfigs = query((db, given: InProject) =>
  db
    .select(CONFIG_COLUMNS)
    .from(pluginConfigs)
    .innerJoin(plugins, ofPlugin)
    .where(and(isListed(given), eq(pluginConfigs.enabled, 1)))
    .orderBy(pluginConfigs.id),
);

const configById = query((db, given: InProject & { id: number }) =>
  db
    .select(CONFIG_COLUMNS)
    .from(pluginConfigs)
    .innerJoin(plugins, ofPlugin)
    .where(and(eq(pluginConfigs.projectId, given.projectId), eq(pluginConfigs.id, given.id))),
);

/** A project's configs that are not deleted, also disabled configs, by order, then by plugin. */
export function listPluginConfigs(
  ctx: Reads,
  projectId: number,
  page: { limit: number; offset: number },
): Page<PluginConfigRecord> {
  const rows = pageOfListed.all(ctx.db, { projectId, ...page });
  const ids = rows.map(({ id }) => id);
  const rates = deliveryRates(ctx, projectId, ids);
  const results = toRecords(ctx, rows, (id) => rates.get(id) ?? null);
  return { count: countListed.get(ctx.db, { projectId })?.count ?? 0, results };
}

/** Deleted ones too, with plugin and delivery rate. @throws notFound */
export function getPluginConfig(ctx: Reads, projectId: number, id: number): PluginConfigRecord {
  const row = readConfig(ctx, projectId, id);
  const files = shownAttachments(ctx, [id]).get(id);
  const rate = deliveryRates(ctx, projectId, [id]).get(id) ?? null;
  return toConfigRecord(row, { files, plugin: getPlugin(ctx, row.pluginId), rate });
}

/** The answer to a change: with plugin, without delivery rate. @throws notFound */
export function getChangedConfig(ctx: Pick<Context, "db">, projectId: number, id: number): PluginConfigRecord {
  const row = readConfig(ctx, projectId, id);
  return toConfigRecord(row, { files: shownAttachments(ctx, [id]).get(id), plugin: getPlugin(ctx, row.pluginId) });
}

/** All enabled configs of a project in the order of their creation, without delivery rate. */
export function listEnabledRecords(ctx: Pick<Context, "db">, projectId: number): PluginConfigRecord[] {
  return toRecords(ctx, enabledConfigs.all(ctx.db, { projectId }), () => null);
}

function toRecords(
  ctx: Pick<Context, "db">,
  rows: readonly ConfigRow[],
  rateOf: (id: number) => number | null,
): PluginConfigRecord[] {
  const files = shownAttachments(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    toConfigRecord(row, { files: files.get(row.id), plugin: getPlugin(ctx, row.pluginId), rate: rateOf(row.id) }),
  );
}

/** The config may be deleted. @throws notFound */
export function requirePluginConfig(ctx: Pick<Context, "db">, projectId: number, id: number): void {
  readConfig(ctx, projectId, id);
}

/** The config may be deleted. @throws notFound */
export function readConfig({ db }: Pick<Context, "db">, projectId: number, id: number): ConfigRow {
  const row = configById.get(db, { projectId, id });
  if (row === undefined) throw notFound();
  return row;
}
