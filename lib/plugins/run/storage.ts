import { write } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { checkKey, checkValue, rowBytes } from "./budget.ts";
import type { Budget } from "./budget.ts";

/** Durable JSON texts of a config, for `meta.storage` and `meta.utils.cursor`. */
export interface Storage {
  get(key: string): string | null;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Creates a counter unless it exists. */
  initCursor(key: string, start: number): Promise<void>;
  /** A new counter begins at zero. */
  incrementCursor(key: string, by: number): Promise<number>;
}

/** The longest text of a number. */
const LONGEST_NUMBER = "-".padEnd(24, "0");

export function openStorage(db: Db, configId: number, budget: Budget): Storage {
  const get = (key: string) =>
    (db.sql("SELECT value FROM plugin_storage WHERE config_id = ? AND key = ?").pluck().get(configId, key) ?? null) as
      | string
      | null;
  const check = (key: string, value: string) => {
    checkKey(key);
    checkValue(value);
    budget.reserve(rowBytes(key, value), () => {
      const old = get(key);
      return old === null ? 0 : rowBytes(key, old);
    });
  };
  /** Triggers do not notice REPLACE. */
  const put = (key: string, value: string) => {
    db.sql(
      `INSERT INTO plugin_storage (config_id, key, value) VALUES (?, ?, ?)
       ON CONFLICT (config_id, key) DO UPDATE SET value = excluded.value`,
    ).run(configId, key, value);
  };
  return {
    get,
    async set(key, value) {
      check(key, value);
      await write(db, () => put(key, value));
    },
    async delete(key) {
      await write(db, () => {
        db.sql("DELETE FROM plugin_storage WHERE config_id = ? AND key = ?").run(configId, key);
      });
    },
    async initCursor(key, start) {
      check(key, LONGEST_NUMBER);
      await write(db, () => {
        if (get(key) === null) put(key, String(start));
      });
    },
    async incrementCursor(key, by) {
      check(key, LONGEST_NUMBER);
      return write(db, () => {
        const value = (Number(get(key) ?? 0) || 0) + by;
        put(key, String(value));
        return value;
      });
    },
  };
}
