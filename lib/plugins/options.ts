import type { ClockOption } from "../base/clock.ts";
import type { DefinedPlugin } from "./run/define-plugin.ts";

/** The options of `createHoglet` that plugins read. */
export interface PluginOptions {
  /** Path of the SQLite file, created when absent. @default in memory */
  file?: string;
  /** ISO text = a frozen clock; a function giving epoch milliseconds = your clock. @default the system's clock */
  now?: ClockOption;
  /**
   * Plugins of your own, made by `definePlugin`: they run in this process, in every project, in this order. @default none
   */
  plugins?: readonly DefinedPlugin[];
  /**
   * Over HTTP, too, plugins may be installed by the `path` or `file:` url of a folder or archive on this machine, by everybody
   * with a key that has `plugin:write`. In process they always may. @default false
   */
  pluginPaths?: boolean;
  /**
   * What `fetch` is for installed plugins, and what sends their webhooks: `guardedFetch({ allow: [...] })`, or any function like
   * the global one. @default none: their requests fail
   */
  pluginFetch?: PluginFetch;
  /**
   * Finds the place of an IP address for plugins: a record in the form of MaxMind's City database in camel case, or null.
   * @default nothing is found
   */
  geoip?: (ip: string) => unknown;
  /**
   * What an installed plugin may use for one event or call before it is stopped: milliseconds of computing (1000) and in all
   * (30000), and bytes of memory (67108864). `keptBytes`: what one plugin config may keep in storage, cache, jobs and logs
   * together (33554432).
   */
  pluginLimits?: { cpuMs?: number; wallMs?: number; memoryBytes?: number; keptBytes?: number };
  /**
   * Text that the key is made of which encrypts the secrets of plugins. The environment variable `HOGLET_SECRET_KEY` says it
   * where this is absent. @default a key in `<file>.key`; in memory one that is lost with it
   */
  secretKey?: string;
}

/** A fetch for plugins: given an absolute URL, it answers like the global one. */
export type PluginFetch = (url: string, init?: RequestInit) => Promise<Response>;
