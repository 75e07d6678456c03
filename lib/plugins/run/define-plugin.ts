import { requireOptions } from "../../base/call-faults.ts";
import type { PluginAction } from "./plugin-action.ts";
import type { PluginEvent, PluginPerson, StoredPluginEvent } from "./plugin-event.ts";

// The shapes of `@posthog/plugin-scaffold`, written here so that nobody needs the package: its events and results fit.

type Awaitable<Value> = Value | Promise<Value>;

/** The result of `processEvent`; the event's other fields may be missing. */
export type PluginAnswer = Pick<PluginEvent, "uuid" | "event" | "distinct_id" | "team_id"> & {
  ip?: string | null;
  timestamp?: string;
  properties?: Record<string, unknown>;
  $set?: Record<string, unknown>;
  $set_once?: Record<string, unknown>;
};

/** The last argument of every hook (reference/plugins.md 8). */
export interface PluginMeta {
  config: Record<string, unknown>;
  attachments: Record<string, { content_type: string; file_name: string; contents: Uint8Array } | undefined>;
  /** Any values, kept while this handle is open. */
  global: Record<string, unknown>;
  /** Kept in the database for this plugin and project; `ttlSeconds` absent = for ever. */
  cache: {
    get(key: string, fallback?: unknown, options?: { jsonSerialize?: boolean }): Promise<unknown>;
    set(key: string, value: unknown, ttlSeconds?: number, options?: { jsonSerialize?: boolean }): Promise<void>;
    incr(key: string): Promise<number>;
    expire(key: string, ttlSeconds: number): Promise<boolean>;
    lpush(key: string, values: unknown): Promise<number>;
    lrange(key: string, start: number, stop: number): Promise<string[]>;
    llen(key: string): Promise<number>;
    lrem(key: string, count: number, value: string): Promise<number>;
    lpop(key: string, count: number): Promise<string[]>;
  };
  /** Kept in the database for this config. */
  storage: {
    get(key: string, fallback?: unknown): Promise<unknown>;
    set(key: string, value: unknown): Promise<void>;
    del(key: string): Promise<void>;
  };
  /** `Found`: the result of the option `geoip`. */
  geoip: { locate<Found = unknown>(ip: string): Promise<Found | null> };
  jobs: Record<string, (payload?: unknown) => JobControls>;
  utils: {
    cursor: {
      init(key: string, start?: number): Promise<void>;
      increment(key: string, by?: number): Promise<number>;
    };
  };
  metrics: Record<string, Record<"increment" | "max" | "min", (value: number) => Promise<void>>>;
  /** A global of sandboxed plugins: new events, and requests to the API of this project. */
  posthog: {
    capture(event: string, properties?: Record<string, unknown>): Promise<void>;
    api: Record<"get" | "post" | "put" | "delete", (path: string, options?: { data?: unknown }) => Promise<unknown>>;
  };
  /** A global of sandboxed plugins: its lines go to the log of the config. */
  console: Record<"debug" | "log" | "info" | "warn" | "error", (...values: unknown[]) => void>;
}

/** Sets when a job runs: at once, after an amount of a unit such as `"minutes"`, or at a time. */
export interface JobControls {
  runNow(): Promise<void>;
  runIn(amount: number, unit: string): Promise<void>;
  runAt(date: Date): Promise<void>;
}

/** A request that `composeWebhook` returns to be sent. */
export interface Webhook {
  url: string;
  body: string;
  headers?: Record<string, string>;
  /** @default "POST" */
  method?: "POST" | "GET" | "PUT" | "DELETE" | "PATCH";
}

/** An event as `composeWebhook` receives it. */
export interface WebhookEvent extends Omit<StoredPluginEvent, "timestamp" | "person"> {
  timestamp: Date;
  person?: PluginPerson & { posthog_url: string };
}

/** A plugin of the embedding program; its hooks are those of installed plugins (reference/plugins.md 5). */
export interface PluginDefinition {
  /** Its identity: its data, its logs and its place in the list are found by it. */
  name: string;
  description?: string;
  /** The content of `meta.config`. @default {} */
  config?: Record<string, unknown>;
  setupPlugin?(meta: PluginMeta): Awaitable<void>;
  teardownPlugin?(meta: PluginMeta): Awaitable<void>;
  /** Returns the event, changed or not; any falsy result drops it. */
  processEvent?(event: PluginEvent, meta: PluginMeta): Awaitable<PluginAnswer | null | undefined>;
  processEventBatch?(events: PluginEvent[], meta: PluginMeta): Awaitable<PluginAnswer[]>;
  /** Called after the commit of an event. */
  onEvent?(event: StoredPluginEvent, meta: PluginMeta): Awaitable<void>;
  onSnapshot?(event: StoredPluginEvent, meta: PluginMeta): Awaitable<void>;
  /** Called after the commit, once for each action of the project that the event matches. */
  onAction?(action: PluginAction, event: StoredPluginEvent, meta: PluginMeta): Awaitable<void>;
  /**
   * Receives batches of stored events, each event at least once; RetryError = try again later. Adds the job "Export
   * historical events".
   */
  exportEvents?(events: StoredPluginEvent[], meta: PluginMeta): Awaitable<void>;
  composeWebhook?(event: WebhookEvent, meta: PluginMeta): Webhook | null;
  getSettings?(meta: PluginMeta): { handlesLargeBatches?: boolean };
  runEveryMinute?(meta: PluginMeta): Awaitable<void>;
  runEveryHour?(meta: PluginMeta): Awaitable<void>;
  runEveryDay?(meta: PluginMeta): Awaitable<void>;
  jobs?: Record<string, (payload: never, meta: PluginMeta) => Awaitable<void>>;
  /** Kind (sum, max, min) by name; typed as text, since that package's enum has none of these three words. */
  metrics?: Record<string, string>;
}

/** The result of `definePlugin`, for the option `plugins`. */
export type DefinedPlugin = Readonly<PluginDefinition>;

/**
 * Defines a plugin of your own for `createHoglet({ plugins: [...] })`: it runs in this process, trusted and without
 * limits, in every project, in the order of the list. It is listed among the plugin configs and can be disabled there.
 * @example
 * const pro = definePlugin({
 *   name: "pro only",
 *   processEvent: (event) => (event.properties.plan === "pro" ? event : null),
 * });
 * @throws HogletError `misconfigured` for anything but an object
 */
export function definePlugin(plugin: PluginDefinition): DefinedPlugin {
  requireOptions("definePlugin", plugin, '{ name: "pro only", processEvent: (event) => event }');
  return plugin;
}
