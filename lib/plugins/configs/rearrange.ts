import { recordActivity, SYSTEM } from "../../admin/activity/index.ts";
import { parse } from "../../base/parse.ts";
import { write } from "../../storage/index.ts";
import type { Changes, ConfigEdit } from "./edit.ts";
import { listEnabledRecords } from "./get.ts";
import { Orders } from "./input.ts";
import type { PluginConfigRecord } from "./record.ts";
import { and, eq, laterThan, query } from "../../storage/queries/index.ts";
import { pluginConfigs, plugins } from "../../storage/tables/index.ts";

interface ConfigKey {
  projectId: number;
  id: number;
}

const isConfig = ({ projectId, id }: ConfigKey) =>
  and(eq(pluginConfigs.id, id), eq(pluginConfigs.projectId, projectId));

const setOrder = query((db, given: ConfigKey & { order: number; nowMs: number }) =>
  db
    .update(pluginConfigs)
    .set({ order: given.order, updatedAt: laterThan(pluginConfigs.updatedAt, given.nowMs) })
    .where(isConfig(given)),
);

/** An enabled config, with the name of its plugin. */
const movableById = query((db, given: ConfigKey) =>
  db
    .select({ name: plugins.name, order: pluginConfigs.order })
    .from(pluginConfigs)
    .innerJoin(plugins, eq(plugins.id, pluginConfigs.pluginId))
    .where(and(isConfig(given), eq(pluginConfigs.enabled, 1), eq(pluginConfigs.deleted, 0))),
);

/**
 * Reorders enabled configs; ignores ids of others. Returns all enabled configs in the order of creation.
 * @param input `{ orders: { "15": 1, "16": 0 } }`; without `orders` nothing changes
 * @throws invalid
 */
export async function rearrangePluginConfigs(
  ctx: Changes,
  edit: ConfigEdit,
  input: unknown,
): Promise<PluginConfigRecord[]> {
  const { orders } = parse(Orders, input);
  return write(ctx.db, () => {
    for (const [id, order] of Object.entries(orders)) move(ctx, edit, Number(id), order);
    return listEnabledRecords(ctx, edit.projectId);
  });
}

function move(ctx: Changes, { projectId, by = SYSTEM }: ConfigEdit, id: number, order: number): void {
  const config = movableById.get(ctx.db, { projectId, id });
  if (config === undefined || config.order === order) return;
  setOrder.run(ctx.db, { projectId, id, order, nowMs: ctx.clock.now() });
  // In the scope of plugins, as in PostHog (reference/rest.md 8.4).
  const changes = [{ action: "changed", field: "order", before: config.order, after: order } as const];
  const detail = { name: config.name, changes };
  recordActivity(ctx, { projectId, by, scope: "Plugin", itemId: String(id), activity: "order_changed", detail });
}
