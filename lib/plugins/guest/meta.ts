import { Buffer } from "buffer";
import type { Bridge } from "./bridge.ts";
import { toMs } from "./durations.ts";

/** A file that crosses the border. */
export interface PackedAttachment {
  content_type: string;
  file_name: string;
  /** Base64. */
  contents: string;
}

/** A plugin's data besides its events. */
export interface MetaSettings {
  config: Record<string, unknown>;
  attachments: Record<string, PackedAttachment>;
  /** Does the host have a `geoip`? Plugins can always call it; without it, nothing is found. */
  metrics: Record<string, string>;
}

type Entry = { value: string | null };

/** The last argument of every hook (reference/plugins.md 8). */
export function createMeta(bridge: Bridge, { config, attachments, metrics }: MetaSettings) {
  return {
    config,
    attachments: Object.fromEntries(Object.entries(attachments).map(([key, file]) => [key, unpack(file)])),
    global: {},
    cache: createCache(bridge),
    storage: createStorage(bridge),
    geoip: { locate: (ip: unknown) => bridge.ask<unknown>("geoip.locate", String(ip)) },
    jobs: createJobs(bridge),
    utils: { cursor: createCursor(bridge) },
    metrics: createMetrics(bridge, metrics),
  };
}

function unpack({ content_type, file_name, contents }: PackedAttachment) {
  return { content_type, file_name, contents: Buffer.from(contents, "base64") };
}

function createStorage(bridge: Bridge) {
  const del = (key: unknown) => bridge.ask<void>("storage.delete", String(key));
  return {
    async get(key: unknown, fallback?: unknown): Promise<unknown> {
      const { value } = await bridge.ask<Entry>("storage.get", String(key));
      return value === null ? fallback : JSON.parse(value);
    },
    set(key: unknown, value: unknown): Promise<void> {
      if (value === undefined) return del(key);
      return bridge.ask("storage.set", { key: String(key), value: JSON.stringify(value) });
    },
    del,
  };
}

interface CacheOptions {
  jsonSerialize?: boolean;
}

function createCache(bridge: Bridge) {
  const ask = <Value>(method: string, key: unknown, input: object = {}) =>
    bridge.ask<Value>(`cache.${method}`, { key: String(key), ...input });
  return {
    async get(key: unknown, fallback?: unknown, { jsonSerialize = true }: CacheOptions = {}): Promise<unknown> {
      const { value } = await ask<Entry>("get", key);
      if (value === null) return fallback;
      return jsonSerialize ? parseOrNull(value) : value;
    },
    set(
      key: unknown,
      value: unknown,
      ttlSeconds?: unknown,
      { jsonSerialize = true }: CacheOptions = {},
    ): Promise<void> {
      const text = jsonSerialize ? (JSON.stringify(value) ?? "null") : String(value);
      return ask("set", key, { value: text, ttlSeconds: Number(ttlSeconds) || null });
    },
    incr: (key: unknown) => ask<number>("incr", key),
    expire: (key: unknown, ttlSeconds: unknown) => ask<boolean>("expire", key, { ttlSeconds: Number(ttlSeconds) || 0 }),
    lpush: (key: unknown, values: unknown) => ask<number>("lpush", key, { values: [values].flat().map(String) }),
    lrange: (key: unknown, start: number, stop: number) => ask<string[]>("lrange", key, { start, stop }),
    llen: (key: unknown) => ask<number>("llen", key),
    lrem: (key: unknown, count: number, value: unknown) => ask<number>("lrem", key, { count, value: String(value) }),
    lpop: (key: unknown, count = 1) => ask<string[]>("lpop", key, { count }),
  };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Any name is a job here; a missing job is reported when it runs. */
function createJobs(bridge: Bridge): object {
  const start = (name: string, payload: unknown, when: object) =>
    bridge.ask<void>("jobs.start", { name, payload: payload ?? {}, ...when });
  return new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name !== "string") return undefined;
        return (payload: unknown) => ({
          runNow: () => start(name, payload, { inMs: 0 }),
          runIn: async (amount: number, unit: string) => start(name, payload, { inMs: toMs(amount, unit) }),
          runAt: async (date: Date | string | number) => start(name, payload, { atMs: toInstant(date) }),
        });
      },
    },
  );
}

function toInstant(date: Date | string | number): number {
  const ms = new Date(date).getTime();
  if (Number.isNaN(ms)) throw new Error(`Invalid date: ${String(date)}`);
  return ms;
}

function createCursor(bridge: Bridge) {
  return {
    init: (key: unknown, start = 0) => bridge.ask<void>("cursor.init", { key: String(key), start: Number(start) }),
    increment: (key: unknown, by = 1) => bridge.ask<number>("cursor.increment", { key: String(key), by: Number(by) }),
  };
}

/** Counters by the names that the plugin exported, each with the method of its kind. */
function createMetrics(bridge: Bridge, kinds: Record<string, string>): object {
  const METHODS: Record<string, string> = { sum: "increment", max: "max", min: "min" };
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => {
      const method = (own: string) => (value: unknown) => {
        if (METHODS[kind] !== own) throw new Error(`The metric ${name} is a ${kind}: it has no ${own}.`);
        bridge.tell("metric", { name, kind, value: Number(value) });
        return Promise.resolve();
      };
      return [name, { increment: method("increment"), max: method("max"), min: method("min") }];
    }),
  );
}
