import { clearTimeout, setTimeout } from "../../base/platform.ts";
import { HogletError } from "../../base/errors.ts";
import type { Services } from "../sandbox/request-queue.ts";
import { openBudget } from "./budget.ts";
import { openCache } from "./cache.ts";
import { answerFetch } from "./fetch.ts";
import type { GuestRequest } from "../guest/fetch.ts";
import { addJob } from "./jobs.ts";
import { createGate } from "./gate.ts";
import type { LogType, PluginLogs } from "./logs.ts";
import type { Gauges } from "./gauges.ts";
import { OUTSIDE } from "./plugin-event.ts";
import type { Origin } from "./plugin-event.ts";
import type { ConfigKey, Parts } from "./parts.ts";
import { callApi, captureFrom } from "./posthog.ts";
import type { ApiCall, OpenCaptures, PluginCapture, Port } from "./posthog.ts";
import { openStorage } from "./storage.ts";

export interface ServiceParts {
  parts: Parts;
  port: () => Port;
  /** Events of plugins that are not stored yet. */
  captures: OpenCaptures;
  logs: PluginLogs;
  gauges: Gauges;
  /** Tells the plugin host that a job was added. */
  wake(): void;
}

type Service = (input: never, origin: Origin, signal: AbortSignal) => unknown;

/** Concurrent requests of a config, each of which may return `MAX_BYTES` of `fetch.ts`. */
const REQUESTS_AT_ONCE = 10;

type Keyed<More = object> = { key: string } & More;

/** The longest delay of Node's timers, in ms. */
const MAX_WAIT_MS = 2 ** 31 - 1;

function toWait(ms: unknown): number {
  return Math.min(Math.max(Number(ms) || 0, 0), MAX_WAIT_MS);
}

/** Ends early with the plugin: the wait may last weeks. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms).unref();
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}

/** Longest text of an IPv6 address with a zone, in characters. */
const MAX_ADDRESS_CHARS = 64;

function isAddress(ip: unknown): ip is string {
  return typeof ip === "string" && ip.length <= MAX_ADDRESS_CHARS;
}

const LOG_TYPES = new Set(["DEBUG", "LOG", "INFO", "WARN", "ERROR"]);

/**
 * Answers a plugin's requests by the names in `guest/`. Services that write join the write queue before they return, so
 * that calls take effect in order, awaited or not.
 */
export function createServices(
  { parts, port, captures, logs, gauges, wake }: ServiceParts,
  config: ConfigKey,
): Services {
  const { db, clock, options } = parts;
  const budget = openBudget(parts, config.id);
  const storage = openStorage(db, config.id, budget);
  const cache = openCache(parts, config, budget);
  const requests = createGate(REQUESTS_AT_ONCE);
  const calls = createGate(1);
  const answers: Record<string, Service> = {
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
    async "jobs.start"({
      name,
      payload,
      inMs,
      atMs,
    }: {
      name: string;
      payload: unknown;
      inMs?: number;
      atMs?: number;
    }) {
      await addJob(parts, config, { name, payload, runAtMs: atMs ?? clock.now() + (inMs ?? 0) });
      wake();
    },
    // By the system's clock, since nobody moves a plugin's own waits.
    "timer.wait": (ms: number, _, signal) => wait(toWait(ms), signal),
    "geoip.locate": async (ip: string) => (isAddress(ip) ? ((await options.geoip?.(ip)) ?? null) : null),
    "posthog.capture": (input: PluginCapture, origin) =>
      captureFrom(parts, { port: port(), captures }, config, input, origin),
    "posthog.api": (input: ApiCall, _, signal) => calls(() => callApi(port(), options, config, input, signal), signal),
    fetch: (request: GuestRequest, _, signal) => requests(() => answerFetch(options, request, signal), signal),
  };
  return {
    async ask(name, input, tag, signal) {
      const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
      if (answer === undefined) throw new TypeError(`Nothing answers ${name}.`);
      try {
        return await answer(input as never, (tag as Origin | undefined) ?? [...OUTSIDE, config.id], signal);
      } catch (error) {
        // A HogletError is for HTTP clients; a plugin sees its sentence.
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
