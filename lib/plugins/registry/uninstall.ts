import { SYSTEM } from "../../admin/activity/index.ts";
import type { Author } from "../../admin/activity/index.ts";
import { invalid } from "../../base/errors.ts";
import { write } from "../../storage/index.ts";
import { getPlugin } from "./get.ts";
import { recordPlugin } from "./install.ts";
import type { Changes } from "./install.ts";

/** Tables with rows of a plugin's configs. */
const OF_CONFIGS = [
  "plugin_attachments",
  "plugin_storage",
  "plugin_jobs",
  "plugin_exports",
  "plugin_logs",
  "plugin_metrics",
];

/** Tables with rows of the plugin, in the order that foreign keys need. */
const OF_PLUGIN = ["plugin_cache_items", "plugin_cache", "plugin_configs", "plugin_sources"];

/** Deletes a plugin with its configs, in all projects, and their data. @throws notFound; invalid for a global plugin */
export async function uninstallPlugin(ctx: Changes, id: number, by: Author = SYSTEM): Promise<void> {
  await write(ctx.db, () => {
    const plugin = getPlugin(ctx, id);
    if (plugin.is_global) {
      throw invalid("is_global", "This plugin is marked as global! Make it local before uninstallation");
    }
    const configs = "SELECT id FROM plugin_configs WHERE plugin_id = ?";
    for (const table of OF_CONFIGS) ctx.db.sql(`DELETE FROM ${table} WHERE config_id IN (${configs})`).run(id);
    for (const table of OF_PLUGIN) ctx.db.sql(`DELETE FROM ${table} WHERE plugin_id = ?`).run(id);
    ctx.db.sql("DELETE FROM plugins WHERE id = ?").run(id);
    recordPlugin(ctx, plugin, "uninstalled", { by });
  });
}
