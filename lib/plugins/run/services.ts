import { HogletError } from "../../errors.ts";
import type { Services } from "../sandbox/open-sandbox.ts";
import { openCache } from "./cache.ts";
import { answerFetch } from "./fetch.ts";
import type { GuestRequest } from "../guest/fetch.ts";
import { addJob } from "./jobs.ts";
import type { LogType, PluginLogs } from "./logs.ts";
import type { Gauges } from "./gauges.ts";
import { OUTSIDE } from "./plugin-event.ts";
import type { Origin } from "./plugin-event.ts";
import type { ConfigKey, Parts } from "./parts.ts";
import { callApi, captureFrom } from "./posthog.ts";
import type { ApiCall, PluginCapture, Port } from "./posthog.ts";
import { openStorage } from "./storage.ts";

/** What the services of a config work with. */
export interface ServiceParts {
  parts: Parts;
  port: () => Port;
  logs: PluginLogs;
  gauges: Gauges;
  /** A job was added. */
  wake(): void;
}

type Keyed<More = object> = { key: string } & More;

/** The longest that a timer of Node can wait. */
const MAX_WAIT_MS = 2 ** 31 - 1;

function toWait(ms: unknown): number {
  return Math.min(Math.max(Number(ms) || 0, 0), MAX_WAIT_MS);
}

const LOG_TYPES = new Set(["DEBUG", "LOG", "INFO", "WARN", "ERROR"]);

/**
 * Answers what the plugin of a config asks for, by the names that `guest/` uses. Whatever touches the database does so before
 * it returns, so that calls take effect in the order they are made, awaited or not.
 */
export function createServices({ parts, port, logs, gauges, wake }: ServiceParts, config: ConfigKey): Services {
  const { db, clock, options } = parts;
  const storage = openStorage(db, config.id);
  const cache = openCache(parts, config);
  const answers: Record<string, (input: never, origin: Origin) => unknown> = {
    "storage.get": (key: string) => ({ value: storage.get(key) }),
    "storage.set": ({ key, value }: Keyed<{ value: string }>) => storage.set(key, value),
    "storage.delete": (key: string) => storage.delete(key),
    "cursor.init": ({ key, start }: Keyed<{ start: number }>) => storage.initCursor(key, start),
    "cursor.increment": ({ key, by }: Keyed<{ by: number }>) => storage.incrementCursor(key, by),
    "cache.get": ({ key }: Keyed) => ({ value: cache.get(key) }),
    "cache.set": ({ key, value, ttlSeconds }: Keyed<{ value: string; ttlSeconds: number | null }>) =>
      cache.set(key, value, ttlSeconds),
    "cache.incr": ({ key }: Keyed) => cache.incr(key),
    "cache.expire": ({ key, ttlSeconds }: Keyed<{ ttlSeconds: number }>) => cache.expire(key, ttlSeconds),
    "cache.lpush": ({ key, values }: Keyed<{ values: string[] }>) => cache.lpush(key, values),
    "cache.lrange": ({ key, start, stop }: Keyed<{ start: number; stop: number }>) => cache.lrange(key, start, stop),
    "cache.llen": ({ key }: Keyed) => cache.llen(key),
    "cache.lrem": ({ key, count, value }: Keyed<{ count: number; value: string }>) => cache.lrem(key, count, value),
    "cache.lpop": ({ key, count }: Keyed<{ count: number }>) => cache.lpop(key, count),
    "jobs.start"({ name, payload, inMs, atMs }: { name: string; payload: unknown; inMs?: number; atMs?: number }) {
      addJob(parts, config, { name, payload, runAtMs: atMs ?? clock.now() + (inMs ?? 0) });
      wake();
    },
    // Of the system's clock: what a plugin waits for by itself is nobody's to move. It ends with the process.
    "timer.wait": (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, toWait(ms)).unref()),
    "geoip.locate": async (ip: string) => (await options.geoip?.(ip)) ?? null,
    "posthog.capture": (input: PluginCapture, origin) => captureFrom(parts, port(), config, input, origin),
    "posthog.api": (input: ApiCall) => callApi(port(), options, config, input),
    fetch: (request: GuestRequest) => answerFetch(options, request),
  };
  return {
    async ask(name, input, tag) {
      const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
      if (answer === undefined) throw new TypeError(`Nothing answers ${name}.`);
      try {
        return await answer(input as never, (tag as Origin | undefined) ?? [...OUTSIDE, config.id]);
      } catch (error) {
        // Ours are for people over HTTP; a plugin sees an ordinary error with the sentence.
        if (error instanceof HogletError) throw new Error(error.detail, { cause: error });
        throw error;
      }
    },
    tell(name, input) {
      const fields = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
      if (name === "metric") return gauges.add(config, fields);
      if (name !== "log") return;
      const type = LOG_TYPES.has(String(fields["type"])) ? (fields["type"] as LogType) : "LOG";
      logs.add(config, "CONSOLE", type, String(fields["message"] ?? ""));
    },
  };
}
