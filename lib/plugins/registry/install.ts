import { recordActivity, SYSTEM } from "../../admin/activity/index.ts";
import type { Author, Change } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";
import { compile } from "./compile.ts";
import { getPlugin } from "./get.ts";
import { findPlugin } from "./origin.ts";
import type { PluginRecord } from "./record.ts";
import { insertPlugin } from "./store.ts";

export type Changes = Pick<Context, "db" | "clock" | "log" | "vault">;

/**
 * Installs a plugin, even one that cannot run, with the reason in `error`.
 * @param input `PluginInput`
 * @throws invalid when it is not found, its manifest is wrong, or a plugin of the same url is installed already
 */
export async function installPlugin(ctx: Changes, input: unknown, by: Author = SYSTEM): Promise<PluginRecord> {
  const found = await findPlugin(input);
  const compiled = await compile(found.files, found.manifest?.main);
  return write(ctx.db, () => {
    const plugin = getPlugin(ctx, insertPlugin(ctx, { found, compiled }));
    recordPlugin(ctx, plugin, "installed", { by });
    return plugin;
  });
}

/** Records a plugin's event in the activity log; it belongs to no single project. */
export function recordPlugin(
  ctx: Changes,
  { id, name }: PluginRecord,
  activity: string,
  { by, changes = [] }: { by: Author; changes?: readonly Change[] },
): void {
  const detail = { name, changes };
  recordActivity(ctx, { projectId: null, by, scope: "Plugin", itemId: String(id), activity, detail });
}
