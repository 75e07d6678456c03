import { AsyncLocalStorage } from "node:async_hooks";
import { clearTimeout, setTimeout, structuredClone } from "../../base/platform.ts";
import { createConsole } from "../guest/console.ts";
import type { Bridge } from "../guest/bridge.ts";
import { METHODS, SCHEDULES } from "../guest/hooks.ts";
import type { Hook } from "../guest/hooks.ts";
import { createMeta } from "../guest/meta.ts";
import { createPosthog } from "../guest/posthog.ts";
import { toThrown } from "../guest/thrown.ts";
import type { Services } from "../sandbox/request-queue.ts";
import type { DefinedPlugin } from "./define-plugin.ts";
import type { PluginHost, OpenPluginHost, Result } from "./plugin-host.ts";
import { OUTSIDE } from "./plugin-event.ts";
import type { Origin } from "./plugin-event.ts";

/**
 * The host of a plugin of the embedding program: trusted, with the same hooks and `meta`. Events are copied in and out,
 * so that an error loses its changes here too. Only an event's time is limited: it would hold up its project for ever.
 */
export function inProcess(plugin: DefinedPlugin, wallMs: number): OpenPluginHost {
  return async (settings, services) => {
    let brokenBy: string | null = null;
    let isHung = false;
    const origins = new AsyncLocalStorage<Origin>();
    const controller = new AbortController();
    /** A closed host does not wait for these calls. */
    const open = new Set<() => void>();
    const unlessClosed = <Value>(work: Promise<Value>, otherwise: Value) =>
      new Promise<Value>((resolve) => {
        const giveUp = () => resolve(otherwise);
        open.add(giveUp);
        void work.then((value) => {
          open.delete(giveUp);
          resolve(value);
        });
      });
    const bridge = toBridge(services, origins, controller.signal);
    const meta = {
      ...createMeta(bridge, { ...settings, config: structuredClone(settings.config), metrics: plugin.metrics ?? {} }),
      posthog: createPosthog(bridge),
      console: createConsole(bridge),
    };
    const { capabilities, run, process } = hooksOf(plugin, meta);
    const inTime = (work: Promise<Result>) =>
      new Promise<Result>((resolve) => {
        const timer = setTimeout(() => {
          isHung = true;
          brokenBy ??= `It was not done after ${wallMs} ms.`;
          resolve({ kind: "error", thrown: { name: "LimitError", message: brokenBy } });
        }, wallMs);
        void work.then(resolve).finally(() => clearTimeout(timer));
      });
    let last: Promise<unknown> = Promise.resolve();
    return {
      capabilities,
      get brokenBy() {
        return brokenBy;
      },
      get heldMs() {
        return isHung ? wallMs : 0;
      },
      get isHung() {
        return isHung;
      },
      tookMs: 0,
      batch(events, origin) {
        const before = last;
        const results = origins.run(origin, async () => {
          await before;
          const all: (Result | null)[] = [];
          for (const event of events) all.push(brokenBy === null ? await inTime(process(event)) : null);
          return all;
        });
        last = results;
        return unlessClosed<(Result | null)[]>(
          results,
          events.map(() => null),
        );
      },
      call: (name, values, origin) =>
        unlessClosed<Result | null>(
          origins.run(origin, () => run(name, values)),
          null,
        ),
      async close() {
        brokenBy = "It was closed.";
        controller.abort();
        for (const giveUp of open) giveUp();
      },
    } satisfies PluginHost;
  };
}

function hooksOf(plugin: DefinedPlugin, meta: object) {
  const hooks = plugin as unknown as Record<string, Hook | undefined>;
  const jobs = (plugin.jobs ?? {}) as unknown as Record<string, Hook | undefined>;
  const find = (name: string) => (name.startsWith("job ") ? jobs[name.slice("job ".length)] : hooks[name]);
  const isThere = (name: string) => typeof hooks[name] === "function";
  const run = async (name: string, values: readonly unknown[]): Promise<Result> => {
    try {
      const hook = find(name);
      if (hook === undefined) throw new Error(`The plugin has no ${name}.`);
      const value = await hook.call(plugin, ...toArguments(name, values), meta);
      return value ? { kind: "value", value: copy(value) } : { kind: "nothing" };
    } catch (error) {
      return { kind: "error", thrown: toThrown(error) };
    }
  };
  return {
    capabilities: {
      methods: METHODS.filter(isThere),
      scheduled_tasks: SCHEDULES.filter(isThere),
      jobs: Object.keys(jobs),
      metrics: plugin.metrics ?? {},
    },
    run,
    async process(event: unknown): Promise<Result> {
      if (plugin.processEvent !== undefined) return run("processEvent", [event]);
      const result = await run("processEventBatch", [[event]]);
      if (result.kind !== "value") return result;
      const [first] = Array.isArray(result.value) ? (result.value as unknown[]) : [];
      return first ? { kind: "value", value: first } : { kind: "nothing" };
    },
  };
}

function toBridge(services: Services, origins: AsyncLocalStorage<Origin>, signal: AbortSignal): Bridge {
  return {
    answer(name) {
      throw new Error(`Nothing answers ${name}.`);
    },
    ask: async <Value>(name: string, input: unknown) =>
      (await services.ask(name, input, origins.getStore() ?? OUTSIDE, signal)) as Value,
    tell: (name, input) => services.tell(name, input),
    settle() {},
  };
}

function toArguments(name: string, values: readonly unknown[]): unknown[] {
  const copies = values.map(copy);
  return name === "composeWebhook" ? copies.map(withDate) : copies;
}

function copy(value: unknown): unknown {
  return typeof value === "object" && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
}

/** `composeWebhook` gets the time as a Date (reference/plugins.md 5). */
function withDate(event: unknown): unknown {
  const fields = event as { timestamp: string };
  return { ...fields, timestamp: new Date(fields.timestamp) };
}
