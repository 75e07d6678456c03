import type { Clock } from "../../clock.ts";
import { invalid } from "../../errors.ts";
import { write } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import type { ConfigKey } from "./parts.ts";

/** What a plugin keeps for a while in a project, whichever of its configs it is: texts and lists of texts. */
export interface Cache {
  get(key: string): string | null;
  /** @param ttlSeconds null = for ever */
  set(key: string, value: string, ttlSeconds: number | null): void;
  /** Adds one to a number, which begins at zero. */
  incr(key: string): number;
  /** Gives a key a new end; zero or less is now. @returns was it there? */
  expire(key: string, ttlSeconds: number): boolean;
  /** Puts values in front of a list, the last one foremost. @returns its length */
  lpush(key: string, values: string[]): number;
  /** From the one place to the other, both included; negative ones count from the end. */
  lrange(key: string, start: number, stop: number): string[];
  llen(key: string): number;
  /** Removes a value `count` times: from the front, negative from the end, zero everywhere. @returns how many went */
  lrem(key: string, count: number, value: string): number;
  /** Takes values off the front. */
  lpop(key: string, count: number): string[];
}

const MAX_VALUE_CHARS = 1_000_000;
const MAX_KEY_CHARS = 8192;

interface Row {
  value: string;
  is_list: number;
  expires_at: number | null;
}

type Place = Pick<ConfigKey, "pluginId" | "projectId">;

/** Opens the cache of a plugin in a project. */
export function openCache({ db, clock }: { db: Db; clock: Clock }, { pluginId, projectId }: Place): Cache {
  const find = (key: string): Row | undefined => {
    const row = db
      .sql("SELECT value, is_list, expires_at FROM plugin_cache WHERE plugin_id = ? AND project_id = ? AND key = ?")
      .get(pluginId, projectId, key) as Row | undefined;
    return row === undefined || isOver(row, clock.now()) ? undefined : row;
  };
  const put = (key: string, { value, is_list, expires_at }: Row) => {
    if (value.length > MAX_VALUE_CHARS) throw invalid(null, `A value may have ${MAX_VALUE_CHARS} characters.`);
    if (key.length > MAX_KEY_CHARS) throw invalid(null, `A key may have ${MAX_KEY_CHARS} characters.`);
    db.sql(
      `INSERT OR REPLACE INTO plugin_cache (plugin_id, project_id, key, value, is_list, expires_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ).run(pluginId, projectId, key, value, is_list, expires_at);
  };
  const remove = (key: string) =>
    db.sql("DELETE FROM plugin_cache WHERE plugin_id = ? AND project_id = ? AND key = ?").run(pluginId, projectId, key);
  const list = (key: string): string[] => {
    const row = find(key);
    if (row !== undefined && row.is_list === 0) throw wrongKind();
    return row === undefined ? [] : (JSON.parse(row.value) as string[]);
  };
  const putList = (key: string, values: string[]) => {
    if (values.length === 0) remove(key);
    else put(key, { value: JSON.stringify(values), is_list: 1, expires_at: find(key)?.expires_at ?? null });
  };
  return {
    get(key) {
      const row = find(key);
      if (row?.is_list === 1) throw wrongKind();
      return row?.value ?? null;
    },
    set(key, value, ttlSeconds) {
      const expiresAt = ttlSeconds === null ? null : clock.now() + ttlSeconds * 1000;
      write(db, () => put(key, { value, is_list: 0, expires_at: expiresAt }));
    },
    incr: (key) =>
      write(db, () => {
        const row = find(key);
        const value = Number(row?.value ?? 0) + 1;
        if (row?.is_list === 1 || !Number.isSafeInteger(value)) throw invalid(null, "The value is no whole number.");
        put(key, { value: String(value), is_list: 0, expires_at: row?.expires_at ?? null });
        return value;
      }),
    expire: (key, ttlSeconds) =>
      write(db, () => {
        const row = find(key);
        if (row === undefined) return false;
        if (ttlSeconds <= 0) remove(key);
        else put(key, { ...row, expires_at: clock.now() + ttlSeconds * 1000 });
        return true;
      }),
    lpush: (key, values) =>
      write(db, () => {
        const all = [...values.toReversed(), ...list(key)];
        putList(key, all);
        return all.length;
      }),
    lrange: (key, start, stop) => list(key).slice(start, stop === -1 ? undefined : stop + 1),
    llen: (key) => list(key).length,
    lrem: (key, count, value) =>
      write(db, () => {
        const all = list(key);
        const left = without(all, count, value);
        putList(key, left);
        return all.length - left.length;
      }),
    lpop: (key, count) =>
      write(db, () => {
        const all = list(key);
        putList(key, all.slice(count));
        return all.slice(0, count);
      }),
  };
}

function isOver({ expires_at: expiresAtMs }: Row, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}

function without(values: string[], count: number, value: string): string[] {
  let left = count === 0 ? values.length : Math.abs(count);
  const keep = (item: string) => item !== value || left-- <= 0;
  return count < 0 ? values.toReversed().filter(keep).toReversed() : values.filter(keep);
}

function wrongKind(): Error {
  return invalid(null, "WRONGTYPE Operation against a key holding the wrong kind of value");
}

/** Removes what is over, of all plugins. */
export function forgetExpired({ db, clock }: { db: Db; clock: Clock }): void {
  const nowMs = clock.now();
  if (db.sql("SELECT 1 FROM plugin_cache WHERE expires_at <= ? LIMIT 1").get(nowMs) === undefined) return;
  write(db, () => {
    db.sql("DELETE FROM plugin_cache WHERE expires_at <= ?").run(nowMs);
  });
}
