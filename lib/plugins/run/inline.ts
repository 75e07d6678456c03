import { write, writeNow } from "../../storage/index.ts";
import type { DefinedPlugin } from "./define-plugin.ts";
import type { Parts } from "./parts.ts";

/** The embedding program's plugins. Their rows own their data and logs, as for all plugins. */
export interface InlinePlugins {
  /** Null = of an earlier run of the program, undefined = not of the program. */
  find(pluginId: number): DefinedPlugin | null | undefined;
  /**
   * Creates a project's configs on the first call; null = they exist. If no other process writes, they exist before
   * this returns.
   * @throws HogletError 503 when the database is busy
   */
  prepare(projectId: number): Promise<void> | null;
}

/** Stores the defined plugins. A config that was disabled or deleted stays so. */
export function openInline(parts: Parts): InlinePlugins {
  const { db, options } = parts;
  const given = options.plugins ?? [];
  const prepared = new Set<number>();
  const ids = new Map<number, DefinedPlugin>();
  if (given.length > 0) {
    writeNow(db, () => {
      for (const plugin of given) ids.set(upsert(parts, plugin), plugin);
    });
  }
  // A rollback, or another process, may have removed rows.
  db.onStale(() => prepared.clear());
  return {
    find(pluginId) {
      const known = ids.get(pluginId);
      if (known !== undefined) return known;
      const type = db.sql("SELECT plugin_type FROM plugins WHERE id = ?").pluck().get(pluginId);
      return type === "inline" ? null : undefined;
    },
    prepare(projectId) {
      if (ids.size === 0 || prepared.has(projectId)) return null;
      const lacks = ([pluginId]: [number, DefinedPlugin]) => !hasConfig(parts, projectId, pluginId);
      if (![...ids.entries()].some(lacks)) {
        prepared.add(projectId);
        return null;
      }
      return write(db, () => {
        // Another call may have been first.
        for (const [pluginId, plugin] of [...ids.entries()].filter(lacks)) {
          addConfig(parts, projectId, pluginId, given.indexOf(plugin));
        }
        prepared.add(projectId);
      });
    },
  };
}

/** @returns the id of the plugin's row */
function upsert({ db, clock }: Parts, { name, description = "" }: DefinedPlugin): number {
  const nowMs = clock.now();
  const known = db.sql("SELECT id FROM plugins WHERE plugin_type = 'inline' AND name = ?").pluck().get(name);
  if (known !== undefined) return known as number;
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO plugins (plugin_type, name, description, url, created_at, updated_at)
       VALUES ('inline', ?, ?, ?, ?, ?)`,
    )
    .run(name, description, `inline://${encodeURIComponent(name)}`, nowMs, nowMs);
  db.sql("INSERT INTO plugin_sources (plugin_id, files, created_at) VALUES (?, '{}', ?)").run(lastInsertRowid, nowMs);
  return Number(lastInsertRowid);
}

function hasConfig({ db }: Parts, projectId: number, pluginId: number): boolean {
  const row = db
    .sql("SELECT 1 FROM plugin_configs WHERE project_id = ? AND plugin_id = ? LIMIT 1")
    .get(projectId, pluginId);
  return row !== undefined;
}

function addConfig({ db, clock }: Parts, projectId: number, pluginId: number, order: number): void {
  const nowMs = clock.now();
  db.sql(
    `INSERT INTO plugin_configs (project_id, plugin_id, source_id, enabled, "order", created_at, updated_at)
     SELECT ?, id, (SELECT max(id) FROM plugin_sources WHERE plugin_id = plugins.id), 1, ?, ?, ?
     FROM plugins WHERE id = ?`,
  ).run(projectId, order, nowMs, nowMs, pluginId);
}
