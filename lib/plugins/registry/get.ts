import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import type { Page } from "../../base/page.ts";
import type { Files } from "./files.ts";
import { PLUGIN_COLUMNS, toRecord } from "./record.ts";
import type { PluginRecord, PluginRow } from "./record.ts";

// Plugins belong to the file, not to a project: these functions take no project.

type Reads = Pick<Context, "db">;

/** Installed plugins, oldest first. */
export function listPlugins({ db }: Reads, { limit, offset }: { limit: number; offset: number }): Page<PluginRecord> {
  const rows = db
    .sql(`SELECT ${PLUGIN_COLUMNS} FROM plugins ORDER BY id LIMIT ? OFFSET ?`)
    .all(limit, offset) as PluginRow[];
  const count = db.sql("SELECT count(*) FROM plugins").pluck().get();
  return { count: Number(count), results: rows.map(toRecord) };
}

/** The plugin with this id. @throws notFound */
export function getPlugin({ db }: Reads, id: number): PluginRecord {
  const row = db.sql(`SELECT ${PLUGIN_COLUMNS} FROM plugins WHERE id = ?`).get(id);
  if (row === undefined) throw notFound();
  return toRecord(row as PluginRow);
}

/** Ids of the plugins without a config in any project; PostHog returns ids here too. */
export function listUnusedPlugins({ db }: Reads): number[] {
  return db
    .sql(
      `SELECT id FROM plugins
       WHERE id NOT IN (SELECT plugin_id FROM plugin_configs WHERE enabled = 1 AND deleted = 0) ORDER BY id`,
    )
    .pluck()
    .all() as number[];
}

/** The stored files of a plugin's newest version: `plugin.json`, the backend as `index.…`, `frontend.tsx`. @throws notFound */
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
  const row = db
    .sql("SELECT id, files FROM plugin_sources WHERE plugin_id = ? ORDER BY id DESC LIMIT 1")
    .get(pluginId) as { id: number; files: string } | undefined;
  if (row === undefined) throw notFound();
  return { id: row.id, files: JSON.parse(row.files) as Files };
}
