import { invalid } from "../../base/errors.ts";
import { write } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { checkKey, checkValue, rowBytes } from "./budget.ts";
import type { Budget } from "./budget.ts";
import type { CacheRows, Place } from "./cache-rows.ts";

/** An item is a row, so that a call costs its items, not the list's length. */
export interface CacheLists {
  /** Adds values in front, the last value first. @returns the list's length */
  lpush(key: string, values: readonly string[]): Promise<number>;
  /** `start` to `stop`, inclusive; negative positions count from the end. @throws invalid for too many */
  lrange(key: string, start: number, stop: number): string[];
  llen(key: string): number;
  /**
   * Removes a value `count` times: from the front, negative from the end, zero everywhere. @returns the number of
   * removed items
   */
  lrem(key: string, count: number, value: string): Promise<number>;
  /** Takes values from the front. @throws invalid for too many */
  lpop(key: string, count: number): Promise<string[]>;
}

/** Items, and characters, of an answer: the event loop waits for it. */
const MAX_ITEMS = 10_000;
const MAX_CHARS = 1_000_000;

const OWN = "plugin_id = ? AND project_id = ? AND key = ?";

/** The resources of a cache's lists. */
interface Lists {
  db: Db;
  rows: CacheRows;
  place: Place;
  budget: Budget;
}

export function openCacheLists({ db, rows, place, budget }: Lists): CacheLists {
  const { id, pluginId, projectId } = place;
  const own = (key: string) => [pluginId, projectId, key] as const;
  const count = (key: string) =>
    rows.find(key, "list") === undefined
      ? 0
      : (db
          .sql(`SELECT count(*) FROM plugin_cache_items WHERE ${OWN}`)
          .pluck()
          .get(...own(key)) as number);
  /**
   * The items of a list, in order.
   * @throws invalid for too many
   */
  const read = (key: string, offset: number, limit: number): string[] => {
    if (limit <= 0 || rows.find(key, "list") === undefined) return [];
    const found = db
      .sql<string>(`SELECT value FROM plugin_cache_items WHERE ${OWN} ORDER BY position LIMIT ? OFFSET ?`)
      .pluck()
      .iterate(...own(key), Math.min(limit, MAX_ITEMS + 1), offset);
    return takeFew(found);
  };
  /** An empty list does not exist. */
  const removeEmpty = (key: string) => {
    if (count(key) === 0) rows.remove(key);
  };
  return {
    async lpush(key, values) {
      checkKey(key);
      for (const value of values) checkValue(value);
      const isNew = () => rows.find(key, "list") === undefined;
      const bytes = values.reduce((sum, value) => sum + rowBytes(key, value), isNew() ? rowBytes(key) : 0);
      budget.reserve(bytes);
      return write(db, () => {
        if (isNew()) rows.put(key, { value: "", is_list: 1, expires_at: null });
        const first = db
          .sql(`SELECT coalesce(min(position), 0) FROM plugin_cache_items WHERE ${OWN}`)
          .pluck()
          .get(...own(key)) as number;
        const add = db.sql(
          `INSERT INTO plugin_cache_items (plugin_id, project_id, key, position, value, config_id) VALUES (?, ?, ?, ?, ?, ?)`,
        );
        for (const [index, value] of values.entries()) add.run(...own(key), first - 1 - index, value, id);
        removeEmpty(key);
        return count(key);
      });
    },
    lrange(key, start, stop) {
      const isFromEnd = start < 0 || stop < 0;
      const length = isFromEnd ? count(key) : Number.MAX_SAFE_INTEGER;
      const toPlace = (index: number) => (index < 0 ? Math.max(length + index, 0) : Math.min(index, length));
      const from = toPlace(toInteger(start));
      const to = stop === -1 ? length : toPlace(toInteger(stop) + 1);
      return read(key, from, to - from);
    },
    llen: count,
    async lrem(key, times, value) {
      if (rows.find(key, "list") === undefined) return 0;
      const order = times < 0 ? "DESC" : "ASC";
      return write(db, () => {
        const { changes } = db
          .sql(
            `DELETE FROM plugin_cache_items WHERE ${OWN} AND position IN (SELECT position FROM plugin_cache_items
               WHERE ${OWN} AND value = ? ORDER BY position ${order} LIMIT ?)`,
          )
          .run(...own(key), ...own(key), value, times === 0 ? -1 : Math.abs(toInteger(times)));
        removeEmpty(key);
        return changes;
      });
    },
    async lpop(key, times) {
      // Inside the transaction: two waiting calls must not take the same items.
      return write(db, () => {
        const values = read(key, 0, toInteger(times));
        if (values.length === 0) return [];
        db.sql(
          `DELETE FROM plugin_cache_items WHERE ${OWN} AND position IN
             (SELECT position FROM plugin_cache_items WHERE ${OWN} ORDER BY position LIMIT ?)`,
        ).run(...own(key), ...own(key), values.length);
        removeEmpty(key);
        return values;
      });
    },
  };
}

function takeFew(found: Iterable<string>): string[] {
  const values: string[] = [];
  let chars = 0;
  for (const value of found) {
    chars += value.length;
    if (values.push(value) > MAX_ITEMS || chars > MAX_CHARS) throw tooMany();
  }
  return values;
}

/** A plugin may pass any value. */
function toInteger(value: number): number {
  return Math.trunc(Math.min(Math.max(Number(value) || 0, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

function tooMany(): Error {
  return invalid(
    null,
    `An answer may have ${MAX_ITEMS} items and ${MAX_CHARS} characters: ask for fewer items at a time.`,
  );
}
