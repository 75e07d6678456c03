import { write } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { invalid } from "../../errors.ts";

/** Longer values are refused: a plugin must not fill the disk by one call. In characters. */
const MAX_VALUE_CHARS = 1_000_000;
const MAX_KEY_CHARS = 8192;
/** Of one config. */
const MAX_KEYS = 100_000;

/** What a config keeps for good: JSON texts by key; shared by `meta.storage` and `meta.utils.cursor`. */
export interface Storage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  delete(key: string): void;
  /** Begins a counter, if it is not there. */
  initCursor(key: string, start: number): void;
  /** Adds to a counter and gives what it is then; one that is not there begins at zero. */
  incrementCursor(key: string, by: number): number;
}

/** Opens the storage of a config. */
export function openStorage(db: Db, configId: number): Storage {
  const get = (key: string) =>
    (db.sql("SELECT value FROM plugin_storage WHERE config_id = ? AND key = ?").pluck().get(configId, key) ?? null) as
      | string
      | null;
  const put = (key: string, value: string) => {
    if (value.length > MAX_VALUE_CHARS) throw invalid(null, `A value may have ${MAX_VALUE_CHARS} characters.`);
    if (key.length > MAX_KEY_CHARS) throw invalid(null, `A key may have ${MAX_KEY_CHARS} characters.`);
    if (get(key) === null && countKeys(db, configId) >= MAX_KEYS) {
      throw invalid(null, `A plugin config may keep ${MAX_KEYS} keys.`);
    }
    db.sql("INSERT OR REPLACE INTO plugin_storage (config_id, key, value) VALUES (?, ?, ?)").run(configId, key, value);
  };
  return {
    get,
    set: (key, value) => write(db, () => put(key, value)),
    delete(key) {
      write(db, () => {
        db.sql("DELETE FROM plugin_storage WHERE config_id = ? AND key = ?").run(configId, key);
      });
    },
    initCursor(key, start) {
      write(db, () => {
        if (get(key) === null) put(key, String(start));
      });
    },
    incrementCursor: (key, by) =>
      write(db, () => {
        const value = (Number(get(key) ?? 0) || 0) + by;
        put(key, String(value));
        return value;
      }),
  };
}

/** Stops counting at the limit. (Primary key of plugin_storage.) */
function countKeys(db: Db, configId: number): number {
  return db
    .sql("SELECT count(*) FROM (SELECT 1 FROM plugin_storage WHERE config_id = ? LIMIT ?)")
    .pluck()
    .get(configId, MAX_KEYS) as number;
}
