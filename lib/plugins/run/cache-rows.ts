import type { Clock } from "../../base/clock.ts";
import { invalid } from "../../base/errors.ts";
import type { Db } from "../../storage/index.ts";
import type { ConfigKey } from "./parts.ts";
import type { RowOf } from "../../storage/index.ts";
import type { pluginCache } from "../../storage/tables/index.ts";

/** A text, or the head of a list, whose value is empty. */
export type CacheRow = RowOf<typeof pluginCache, "value" | "is_list" | "expires_at">;

/** The cache's owner, and the writing config. */
export type Place = Pick<ConfigKey, "id" | "pluginId" | "projectId">;

/** The rows of a cache, for texts and lists. */
export interface CacheRows {
  /**
   * The row, if it has not expired.
   * @throws invalid when it has the other kind
   */
  find(key: string, kind?: "text" | "list"): CacheRow | undefined;
  /** Call it inside a transaction, like `remove`. */
  put(key: string, row: CacheRow): void;
  /** Removes a row, with the items of a list. */
  remove(key: string): void;
}

export function openCacheRows({ db, clock }: { db: Db; clock: Clock }, place: Place): CacheRows {
  const { id, pluginId, projectId } = place;
  const remove = (key: string) => {
    for (const table of ["plugin_cache_items", "plugin_cache"]) {
      db.sql(`DELETE FROM ${table} WHERE plugin_id = ? AND project_id = ? AND key = ?`).run(pluginId, projectId, key);
    }
  };
  return {
    find(key, kind) {
      const row = db
        .sql<CacheRow>(
          "SELECT value, is_list, expires_at FROM plugin_cache WHERE plugin_id = ? AND project_id = ? AND key = ?",
        )
        .get(pluginId, projectId, key);
      if (row === undefined || (row.expires_at !== null && row.expires_at <= clock.now())) return undefined;
      if (kind !== undefined && kind !== (row.is_list === 1 ? "list" : "text")) throw wrongKind();
      return row;
    },
    put(key, { value, is_list, expires_at }) {
      remove(key);
      db.sql(
        `INSERT INTO plugin_cache (plugin_id, project_id, key, value, is_list, expires_at, config_id)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(pluginId, projectId, key, value, is_list, expires_at, id);
    },
    remove,
  };
}

/** The error for a key of the other kind, in the words of Redis. */
function wrongKind(): Error {
  return invalid(null, "WRONGTYPE Operation against a key holding the wrong kind of value");
}
