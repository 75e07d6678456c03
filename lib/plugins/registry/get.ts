import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import type { Page } from "../../base/page.ts";
import type { Files } from "./files.ts";
import { PLUGIN_COLUMNS, toPluginRecord } from "./record.ts";
import type { PluginRecord } from "./record.ts";
import { and, count, desc, eq, notInArray, query } from "../../storage/queries/index.ts";
import { pluginConfigs, plugins, pluginSources } from "../../storage/tables/index.ts";

// Plugins belong to the file, not to a project.

type Reads = Pick<Context, "db">;

const countPlugins = query((db) => db.select({ count: count() }).from(plugins));

const pageOfPlugins = query((db, given: { limit: number; offset: number }) =>
  db.select(PLUGIN_COLUMNS).from(plugins).orderBy(plugins.id).limit(given.limit).offset(given.offset),
);

const pluginById = query((db, given: { id: number }) =>
  db.select(PLUGIN_COLUMNS).from(plugins).where(eq(plugins.id, given.id)),
);

const unusedPlugins = query((db) =>
  db
    .select({ id: plugins.id })
    .from(plugins)
    .where(
      notInArray(
        plugins.id,
        db
          .select({ id: pluginConfigs.pluginId })
          .from(pluginConfigs)
          .where(and(eq(pluginConfigs.enabled, 1), eq(pluginConfigs.deleted, 0))),
      ),
    )
    .orderBy(plugins.id),
);

const newestSourceOf = query((db, given: { pluginId: number }) =>
  db
    .select({ id: pluginSources.id, files: pluginSources.files })
    .from(pluginSources)
    .where(eq(pluginSources.pluginId, given.pluginId))
    .orderBy(desc(pluginSources.id))
    .limit(1),
);

/** Installed plugins, oldest first. */
export function listPlugins({ db }: Reads, page: { limit: number; offset: number }): Page<PluginRecord> {
  const rows = pageOfPlugins.all(db, page);
  return { count: countPlugins.get(db)?.count ?? 0, results: rows.map(toPluginRecord) };
}

/** The plugin with this id. @throws notFound */
export function getPlugin({ db }: Reads, id: number): PluginRecord {
  const row = pluginById.get(db, { id });
  if (row === undefined) throw notFound();
  return toPluginRecord(row);
}

/** Plugins without a config in any project; ids, as in PostHog. */
export function listUnusedPlugins({ db }: Reads): number[] {
  return unusedPlugins.all(db).map(({ id }) => id);
}

/** The newest version's files: `plugin.json`, the backend as `index.…`, `frontend.tsx`. @throws notFound */
export function getPluginSource({ db }: Reads, id: number): Files {
  return newestSource({ db }, id).files;
}

/** A version of a plugin. */
export interface PluginSource {
  id: number;
  files: Files;
}

/** The version that was installed last. @throws notFound */
export function newestSource({ db }: Reads, pluginId: number): PluginSource {
  const row = newestSourceOf.get(db, { pluginId });
  if (row === undefined) throw notFound();
  return { id: row.id, files: JSON.parse(row.files) as Files };
}
