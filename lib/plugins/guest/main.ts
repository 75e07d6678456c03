import { Buffer } from "buffer";
import { createBridge } from "./bridge.ts";
import { createConsole } from "./console.ts";
import { createContrib } from "./contrib.ts";
import { createCrypto } from "./crypto.ts";
import { installFastBuffer } from "./fast-buffer.ts";
import { createFetch } from "./fetch.ts";
import type { Host } from "./host.ts";
import { loadPlugin } from "./load.ts";
import type { Hook } from "./hooks.ts";
import type { Loaded } from "./load.ts";
import { createIntl } from "./intl.ts";
import { installLocale } from "./locale.ts";
import { createMeta } from "./meta.ts";
import type { MetaSettings } from "./meta.ts";
import { createPosthog } from "./posthog.ts";
import { toThrown } from "./thrown.ts";
import { createLegacyUrl, createUrlClasses } from "./url.ts";
import { installV8 } from "./v8.ts";
import { createZlib } from "./zlib.ts";

/** The functions that the host may call; all values are text. */
export interface Guest {
  /** Runs a plugin's code. @returns JSON of `Capabilities` @throws the errors of the code */
  load(code: string, settings: string): string;
  /** Runs `processEvent` on a list of events, one by one; reports by `finish`. */
  batch(call: number, events: string): void;
  /** Runs a hook, or a job (`job <name>`), with the arguments before `meta`; reports by `finish`. */
  call(call: number, hook: string, values: string): void;
  /** Delivers an answer. */
  settle(id: number, isOk: boolean, text: string): void;
}

export interface Capabilities {
  methods: string[];
  scheduled_tasks: string[];
  jobs: string[];
  /** Kind (sum, max, min) by name. */
  metrics: Record<string, string>;
}

/** Sets up a plugin's globals. */
export function createGuest(host: Host): Guest {
  const { begin, finish } = host;
  const { parse, stringify } = JSON;
  const bridge = createBridge(host);
  const require = installGlobals(bridge);
  let loaded: Loaded | null = null;
  let meta: object = {};
  let lastBatch: Promise<void> = Promise.resolve();

  /** Reports the hook's result; never throws. */
  const run = async (call: number, hook: Hook, values: unknown[]) => {
    begin(call);
    try {
      const value = await hook(...values, meta);
      if (value) finish(call, "value", stringify(value) ?? "null");
      else finish(call, "nothing", "");
    } catch (error) {
      finish(call, "error", stringify(toThrown(error)));
    }
  };

  return {
    load(code, settings) {
      loaded = loadPlugin(code, require);
      meta = createMeta(bridge, { ...(parse(settings) as MetaSettings), metrics: loaded.metrics });
      return stringify(toCapabilities(loaded));
    },
    batch(call, text) {
      const process = toProcess(loaded);
      // A plugin's state is correct only if it sees one event at a time.
      const before = lastBatch;
      // `run` inlined: an async function for each event would cost a tenth of the time.
      const runAll = async () => {
        await before;
        begin(call);
        for (const event of parse(text) as unknown[]) {
          try {
            const value = await process(event, meta);
            if (value) finish(call, "value", stringify(value) ?? "null");
            else finish(call, "nothing", "");
          } catch (error) {
            finish(call, "error", stringify(toThrown(error)));
          }
        }
        finish(call, "end", "");
      };
      lastBatch = runAll();
    },
    call(call, name, text) {
      const hook: Hook = (...values) => toHook(loaded, name)(...values);
      const values = parse(text) as unknown[];
      void run(call, hook, name === "composeWebhook" ? values.map(withDate) : values).then(() =>
        finish(call, "end", ""),
      );
    },
    settle: (id, isOk, text) => bridge.settle(id, isOk, text),
  };
}

function installGlobals(bridge: ReturnType<typeof createBridge>): (name: string) => unknown {
  const { URL, URLSearchParams } = createUrlClasses(bridge);
  const fetch = createFetch(bridge);
  installLocale(bridge);
  installV8();
  installFastBuffer(bridge);
  const globals = {
    console: createConsole(bridge),
    fetch,
    posthog: createPosthog(bridge),
    Buffer,
    RetryError,
    URL,
    URLSearchParams,
    Intl: createIntl(bridge),
    global: globalThis,
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
  return createRequire({
    crypto: createCrypto(bridge),
    url: { URL, URLSearchParams, ...createLegacyUrl(bridge) },
    zlib: createZlib(bridge),
    buffer: { Buffer },
    "node-fetch": fetch,
    "@posthog/plugin-contrib": createContrib(bridge),
    "@posthog/plugin-scaffold": { RetryError },
  });
}

/** `composeWebhook` gets the time as a Date (reference/plugins.md 5). */
function withDate(event: unknown): unknown {
  const fields = event as { timestamp: string };
  return { ...fields, timestamp: new Date(fields.timestamp) };
}

/** `processEvent`, or the first event of `processEventBatch`. */
function toProcess(loaded: Loaded | null): Hook {
  const one = loaded?.hooks.get("processEvent");
  if (one !== undefined) return one;
  const many = toHook(loaded, "processEventBatch");
  return async (event, meta) => {
    const answer = await many([event], meta);
    return Array.isArray(answer) ? (answer[0] as unknown) : undefined;
  };
}

function toHook(loaded: Loaded | null, name: string): Hook {
  const job = /^job (.*)$/s.exec(name)?.[1];
  const hook = job === undefined ? loaded?.hooks.get(name) : loaded?.jobs.get(job);
  if (hook === undefined) throw new Error(`The plugin has no ${name}.`);
  return hook;
}

function isSchedule(name: string): boolean {
  return name.startsWith("runEvery");
}

function toCapabilities({ hooks, jobs, metrics }: Loaded): Capabilities {
  return {
    methods: [...hooks.keys()].filter((name) => !isSchedule(name)),
    scheduled_tasks: [...hooks.keys()].filter(isSchedule),
    jobs: [...jobs.keys()],
    metrics,
  };
}

/** Asks for another try; the host knows it by name. */
class RetryError extends Error {
  constructor(message?: string) {
    super(message);
    this.name = "RetryError";
  }
}

/**
 * A plugin's `require`. Every form of import gives the same object (reference/plugins.md 4), so it is its own default
 * export.
 */
function createRequire(provided: Record<string, object>): (name: string) => unknown {
  for (const module of Object.values(provided)) {
    Object.defineProperty(module, "__esModule", { value: true });
    Object.defineProperty(module, "default", { value: module, configurable: true });
  }
  const names = Object.keys(provided);
  return (name) => {
    const module = String(name).replace(/^node:/, "");
    if (names.includes(module)) return provided[module];
    throw new Error(`Cannot import "${name}": a plugin may import ${names.join(", ")}.`);
  };
}
