import type { ClockOption } from "../base/clock.ts";
import type { DefinedPlugin } from "./run/define-plugin.ts";

/** The options of `createHoglet` for plugins. */
export interface PluginOptions {
  /** Path of the SQLite file, created when absent. @default in memory */
  file?: string;
  /** ISO text = a frozen clock; a function giving epoch milliseconds = your clock. @default the system's clock */
  now?: ClockOption;
  /**
   * Plugins of your own, created with `definePlugin`: they run in this process, in every project, in this order.
   * @default none
   */
  plugins?: readonly DefinedPlugin[];
  /**
   * Allow installing plugins over HTTP by the `path` or `file:` url of a folder or archive on this machine, for every
   * key with `plugin:write`. In process this is always allowed. @default false
   */
  pluginPaths?: boolean;
  /**
   * The `fetch` of installed plugins, which also sends their webhooks: `guardedFetch({ allow: [...] })`, or any
   * function like the global `fetch`. @default none: their requests fail
   */
  pluginFetch?: PluginFetch;
  /**
   * Finds the location of an IP address for plugins: a record in the form of MaxMind's City database in camel case, or
   * null.
   * @default finds nothing
   */
  geoip?: (ip: string) => unknown;
  /**
   * The limits of an installed plugin for one event or call: milliseconds of computing (1000) and in total (30000; 5000
   * for `processEvent`, for which clients wait: `eventMs`), and bytes of memory (67108864). A plugin that exceeds them
   * is stopped. `keptBytes`: the bytes that one plugin config may keep in storage, cache, jobs and logs together
   * (33554432).
   */
  pluginLimits?: { cpuMs?: number; wallMs?: number; eventMs?: number; memoryBytes?: number; keptBytes?: number };
  /**
   * Text from which the key is derived that encrypts the secrets of plugins. When absent, the environment variable
   * `HOGLET_SECRET_KEY` applies. @default a key in `<file>.key`; in memory a key that is lost with the database
   */
  secretKey?: string;
}

/** A fetch for plugins: given an absolute URL, it behaves like the global `fetch`. */
export type PluginFetch = (url: string, init?: RequestInit) => Promise<Response>;
