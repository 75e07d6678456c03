import type { Clock } from "../../base/clock.ts";
import { invalid } from "../../base/errors.ts";
import { write } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { checkKey, checkValue, rowBytes } from "./budget.ts";
import type { Budget } from "./budget.ts";
import { openCacheLists } from "./cache-lists.ts";
import type { CacheLists } from "./cache-lists.ts";
import { openCacheRows } from "./cache-rows.ts";
import type { CacheRow, Place } from "./cache-rows.ts";

/** A plugin's temporary texts and lists in a project, shared by its configs. */
export interface Cache extends CacheLists {
  get(key: string): string | null;
  /** @param ttlSeconds null = for ever */
  set(key: string, value: string, ttlSeconds: number | null): Promise<void>;
  /** Adds 1 to a number, which begins at 0. */
  incr(key: string): Promise<number>;
  /** Sets a new expiry; zero or less = now. @returns did the key exist? */
  expire(key: string, ttlSeconds: number): Promise<boolean>;
}

/** The last instant of a Date, also for later expiries. */
const MAX_MS = 8_640_000_000_000_000;

/** A config's writes count against its budget. */
export function openCache({ db, clock }: { db: Db; clock: Clock }, place: Place, budget: Budget): Cache {
  const rows = openCacheRows({ db, clock }, place);
  const { find, put, remove } = rows;
  const toEnd = (ttlSeconds: number) => Math.min(Math.trunc(clock.now() + ttlSeconds * 1000), MAX_MS);
  const check = (key: string, value: string) => {
    checkKey(key);
    checkValue(value);
    budget.reserve(rowBytes(key, value), () => {
      const old = find(key);
      return old === undefined ? 0 : rowBytes(key, old.value);
    });
  };
  return {
    ...openCacheLists({ db, rows, place, budget }),
    get: (key) => find(key, "text")?.value ?? null,
    async set(key, value, ttlSeconds) {
      check(key, value);
      await write(db, () =>
        put(key, { value, is_list: 0, expires_at: ttlSeconds === null ? null : toEnd(ttlSeconds) }),
      );
    },
    async incr(key) {
      check(key, String(Number.MAX_SAFE_INTEGER));
      toCounter(find(key, "text"));
      return write(db, () => {
        const row = find(key, "text");
        const value = toCounter(row) + 1;
        put(key, { value: String(value), is_list: 0, expires_at: row?.expires_at ?? null });
        return value;
      });
    },
    async expire(key, ttlSeconds) {
      if (find(key) === undefined) return false;
      await write(db, () => {
        if (ttlSeconds <= 0) return remove(key);
        db.sql("UPDATE plugin_cache SET expires_at = ? WHERE plugin_id = ? AND project_id = ? AND key = ?").run(
          toEnd(ttlSeconds),
          place.pluginId,
          place.projectId,
          key,
        );
      });
      return true;
    },
  };
}

/** @throws invalid when the next number would not be a whole number */
function toCounter(row: CacheRow | undefined): number {
  const value = Number(row?.value ?? 0);
  if (!Number.isSafeInteger(value + 1)) throw invalid(null, "The value is no whole number.");
  return value;
}

/** Deletes expired rows of all plugins. */
export async function forgetExpired({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const nowMs = clock.now();
  if (db.sql("SELECT 1 FROM plugin_cache WHERE expires_at <= ? LIMIT 1").get(nowMs) === undefined) return;
  await write(db, () => {
    db.sql(
      `DELETE FROM plugin_cache_items WHERE (plugin_id, project_id, key) IN
         (SELECT plugin_id, project_id, key FROM plugin_cache WHERE expires_at <= ? AND is_list = 1)`,
    ).run(nowMs);
    db.sql("DELETE FROM plugin_cache WHERE expires_at <= ?").run(nowMs);
  });
}
