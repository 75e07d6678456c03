import { createScope } from "../../lib/operations/index.ts";
import { pluginConfigsHandle } from "../../lib/operations/plugin-configs.ts";
import { methodsOf } from "../../lib/operations/methods.ts";
import { plugins as operations } from "../../lib/operations/plugins.ts";
import type { PluginConfigsHandle, PluginsHandle } from "../../lib/operations/index.ts";
import type { HogletOptions } from "../../lib/handle/options.ts";
import type { PluginConfigRecord, PluginRecord } from "../../lib/plugins/index.ts";
import { openRest } from "../http/ask.ts";
import type { Rest } from "../http/ask.ts";

/** A world with the two handles of plugins, and HTTP. */
export interface PluginWorld extends Rest {
  plugins: PluginsHandle;
  configs: PluginConfigsHandle;
  /** Installs a plugin of these fields of a manifest, and files. */
  install(manifest?: Record<string, unknown>, files?: Record<string, string>): Promise<PluginRecord>;
  /** Sets up a plugin in project 1. */
  setUp(plugin: PluginRecord, input?: Record<string, unknown>): Promise<PluginConfigRecord>;
  /** Rows of each table of plugins that has some. */
  rows(): Record<string, number>;
  /** Entries of the activity log, oldest first, as `scope activity item`, with names and changes. */
  activity(): { what: string; name: string | null; trigger: unknown; changes: Record<string, unknown>[] }[];
}

/** Returns its argument. */
export const PASS = "export function processEvent(event) { return event }";

/** Opens a world for tests of plugins. */
export function openPlugins(options: HogletOptions = {}): PluginWorld {
  const rest = openRest(options);
  const scope = createScope(() => rest.ctx);
  const plugins = methodsOf<PluginsHandle>(scope, operations);
  const configs = pluginConfigsHandle(scope);
  return {
    ...rest,
    plugins,
    configs,
    install: (manifest = {}, files = {}) =>
      plugins.install({
        files: { "plugin.json": JSON.stringify({ name: "mine", ...manifest }), "index.ts": PASS, ...files },
      }),
    setUp: (plugin, input = {}) => configs.create({ plugin: plugin.id, order: 1, ...input }),
    rows: () => countRows(rest),
    activity: () =>
      rest.ctx.db
        .sql("SELECT scope, activity, item_id, detail FROM activity_log WHERE scope LIKE 'Plugin%' ORDER BY id")
        .all()
        .map((row) => {
          const { scope: kind, activity, item_id, detail } = row as Record<string, string>;
          const { name, trigger, changes } = JSON.parse(detail ?? "{}") as {
            name: string | null;
            trigger: unknown;
            changes: Record<string, unknown>[];
          };
          return { what: `${kind} ${activity} ${item_id}`, name, trigger, changes };
        }),
  };
}

function countRows({ ctx: { db } }: Rest): Record<string, number> {
  const names = db.sql("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'plugin%'").pluck().all();
  const counts = (names as string[]).map((name): [string, number] => [
    name,
    Number(db.sql(`SELECT count(*) FROM ${name}`).pluck().get()),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Status, code and field of a refusal; "accepted" when the call succeeds. */
export async function refusal(run: () => unknown): Promise<string> {
  try {
    await run();
    return "accepted";
  } catch (error) {
    const { status, code, attr } = error as { status?: number; code?: string; attr?: string | null };
    return status === undefined ? String(error) : `${status} ${code} ${attr}`;
  }
}
