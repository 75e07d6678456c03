import { createHoglet } from "../../../lib/index.ts";
import type { EventRecord, Hoglet, HogletOptions } from "../../../lib/index.ts";

/** A handle with plugins, on a clock that stands until it is moved. */
export interface PluginHoglet {
  hoglet: Hoglet;
  /** Installs a plugin of this source (JavaScript) under this name and sets it up, enabled. @returns the config's id */
  add(name: string, source: string, more?: AddOptions): Promise<number>;
  /** Moves the clock and runs due work. */
  pass(ms: number): Promise<void>;
  nowMs(): number;
  /** Captures one event, and gives it as stored; undefined = it was dropped. */
  send(
    event: string,
    properties?: Record<string, unknown>,
    more?: Record<string, unknown>,
  ): Promise<EventRecord | undefined>;
  /** Events as stored, oldest first. */
  stored(): Promise<EventRecord[]>;
  /** The log of a config, oldest first, as `SOURCE TYPE message`; instance ids are left out. */
  logs(id: number): Promise<string[]>;
  close(): Promise<void>;
}

interface AddOptions {
  config?: Record<string, unknown>;
  order?: number;
  project?: number;
  attachments?: Record<string, { name: string; type: string; bytes: Uint8Array }>;
  manifest?: Record<string, unknown>;
}

export const BEGIN_MS = Date.UTC(2024, 0, 10, 12, 0, 30);

/** Small limits, so that hanging code is stopped soon; that of the clock is for a busy machine, so tests of it set their own. */
export const LIMITS = { cpuMs: 250, wallMs: 60_000, eventMs: 60_000, memoryBytes: 32 * 1024 * 1024 };

export async function openPluginHoglet(options: HogletOptions = {}): Promise<PluginHoglet> {
  let nowMs = BEGIN_MS;
  let order = 0;
  const hoglet = await createHoglet({ now: () => nowMs, pluginLimits: LIMITS, ...options });
  const stored = async () => (await hoglet.events.list({ limit: 1000 })).results.toReversed();
  return {
    hoglet,
    nowMs: () => nowMs,
    stored,
    async add(name, source, { manifest = {}, ...more } = {}) {
      const { id: plugin } = await hoglet.plugins.install({
        files: { "plugin.json": JSON.stringify({ name, config: [], ...manifest }), "index.js": source },
      });
      return (await hoglet.pluginConfigs.create({ plugin, order: order++, enabled: true, ...more })).id;
    },
    async pass(ms) {
      nowMs += ms;
      await hoglet.runDue();
    },
    async send(event, properties = {}, more = {}) {
      const known = new Set((await stored()).map(({ uuid }) => uuid));
      await hoglet.capture({ event, distinct_id: "user", properties, ...more });
      const found = (await stored()).filter(({ uuid }) => !known.has(uuid));
      // Plugins may have sent other events in between, or changed the distinct id of this event.
      return found.find(({ distinct_id }) => distinct_id === "user") ?? found[0];
    },
    async logs(id) {
      const { results } = await hoglet.pluginConfigs.logs(id, { limit: 1000 });
      return results
        .toReversed()
        .map(({ source, type, message }) => `${source} ${type} ${message.replace(/, instance [\w-]+/, "")}`);
    },
    close: () => hoglet.close(),
  };
}

/** Runs `fn` with a handle, and closes that. */
export async function withPlugins(fn: (world: PluginHoglet) => Promise<void>, options?: HogletOptions): Promise<void> {
  const world = await openPluginHoglet(options);
  try {
    await fn(world);
  } finally {
    await world.close();
  }
}

/** Source of a plugin whose events bring the code that is run on them (`properties.code`), with `e` and `meta`. */
export const PUPPET = `
  const AsyncFunction = (async () => {}).constructor;
  const run = (e, meta) => new AsyncFunction("e", "meta", "require", e.properties.code)(e, meta, require);
  exports.processEvent = (e, meta) => (typeof e.properties.code === "string" ? run(e, meta) : e);`;

/** Runs code in the plugin, on a separate event. @returns the event as stored */
export type Act = (code: string, more?: Record<string, unknown>) => ReturnType<PluginHoglet["send"]>;

/** Runs `fn` with a handle whose first plugin, config 1, runs the code of its events. */
export async function withPuppet(
  fn: (act: Act, world: PluginHoglet) => Promise<void>,
  options?: HogletOptions,
): Promise<void> {
  await withPlugins(async (world) => {
    await world.add("puppet", PUPPET);
    await fn((code, more) => world.send("puppet", { code }, more), world);
  }, options);
}
