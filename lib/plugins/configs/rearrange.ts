import { recordActivity, SYSTEM } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { parse } from "../../base/parse.ts";
import { write } from "../../storage/index.ts";
import type { Changes, ConfigEdit } from "./edit.ts";
import { listEnabledRecords } from "./get.ts";
import { Orders } from "./input.ts";
import type { PluginConfigRecord } from "./record.ts";

/**
 * Changes the order of enabled configs of a project; ids of other configs are ignored. Returns all enabled configs in
 * the order of their creation.
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
  const config = readMovable(ctx, projectId, id);
  if (config === undefined || config.order === order) return;
  ctx.db
    .sql(`UPDATE plugin_configs SET "order" = ?, updated_at = max(?, updated_at + 1) WHERE id = ? AND project_id = ?`)
    .run(order, ctx.clock.now(), id, projectId);
  // In the scope of plugins, as in PostHog (reference/rest.md 8.4).
  const changes = [{ action: "changed", field: "order", before: config.order, after: order } as const];
  const detail = { name: config.name, changes };
  recordActivity(ctx, { projectId, by, scope: "Plugin", itemId: String(id), activity: "order_changed", detail });
}

function readMovable(
  { db }: Pick<Context, "db">,
  projectId: number,
  id: number,
): { name: string; order: number } | undefined {
  return db
    .sql(
      `SELECT p.name, c."order" FROM plugin_configs c JOIN plugins p ON p.id = c.plugin_id
       WHERE c.project_id = ? AND c.id = ? AND c.enabled = 1 AND c.deleted = 0`,
    )
    .get(projectId, id) as { name: string; order: number } | undefined;
}
