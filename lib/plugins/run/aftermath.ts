import { isWorthRetry, toText } from "./keeper.ts";
import type { Keeper } from "./keeper.ts";
import { addJob } from "./jobs.ts";
import type { Category, Count } from "./metrics.ts";
import type { LogSource, LogType } from "./logs.ts";
import type { ConfigKey, Parts } from "./parts.ts";
import { SNAPSHOT } from "./plugin-event.ts";
import type { Origin, PluginEvent } from "./plugin-event.ts";
import { sendWebhook } from "./webhook.ts";

/** What a config does with events that are stored: `onEvent`, `onSnapshot`, `composeWebhook`, `exportEvents`. */
export interface Aftermath {
  add(events: readonly PluginEvent[], origin: Origin): void;
  /** Exports what was gathered, without waiting for more. */
  flushExports(): Promise<void>;
  /** Runs `exportEvents` on a batch that is tried again. */
  exportAgain(payload: unknown): Promise<void>;
  /** Resolves when nothing is left to do; what is gathered for export may be. */
  idle(): Promise<void>;
  /** Forgets what has not begun. @returns how many events */
  drop(): number;
}

/** What an aftermath works with. */
export interface AftermathParts {
  parts: Parts;
  config: ConfigKey;
  settings: Record<string, unknown>;
  keeper: Keeper;
  say(source: LogSource, type: LogType, message: string): void;
  count(category: Category, count: Count, by?: number): void;
  wake(): void;
}

/** The job that batches of `exportEvents` are tried again by; its name is that of the real service. */
export const EXPORT_JOB = "exportEventsWithRetry";

const HOOKS = ["onEvent", "onSnapshot", "composeWebhook", "exportEvents"];
/** Calls of one config at a time: as many requests as a plugin may have on their way. */
const AT_ONCE = 10;
/** Events that wait for one config; more are lost to it, since the memory is everybody's. */
const MAX_WAITING = 10_000;
/** Events that are exported together, and of a plugin whose `getSettings` says that it likes large batches. */
const EXPORT_BATCH = 100;
const LARGE_EXPORT_BATCH = 10_000;
const EXPORT_AFTER_MS = 10_000;
/** A batch is tried again so often, after 3 · 2^n seconds each time (reference/plugins.md 8). */
const EXPORT_RETRIES = 15;

interface Item {
  event: PluginEvent;
  origin: Origin;
}

/** A batch on its way to be tried again. */
interface ExportPayload {
  batch: PluginEvent[];
  retries: number;
}

export function createAftermath({ parts, config, settings, keeper, say, count, wake }: AftermathParts): Aftermath {
  const waiting: Item[] = [];
  let active = 0;
  let lost = 0;
  let gathered: PluginEvent[] = [];
  let exportSize: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let exporting: Promise<void> = Promise.resolve();
  const idleWaiters: (() => void)[] = [];
  const ignored = new Set(
    String(settings["exportEventsToIgnore"] ?? "")
      .split(",")
      .map((name) => name.trim()),
  );

  const runHook = async (hook: "onEvent" | "onSnapshot", { event, origin }: Item) => {
    const result = await keeper.call(hook, [event], origin);
    if (result === null) return;
    count("onEvent", result.kind === "error" ? "failures" : "successes");
    if (result.kind === "error") say("PLUGIN", "ERROR", `${hook} failed: ${toText(result.thrown)}`);
  };

  const runWebhook = async ({ event, origin }: Item) => {
    const result = await keeper.call("composeWebhook", [event], origin);
    if (result === null || result.kind === "nothing") return;
    const wrong =
      result.kind === "error" ? toText(result.thrown) : await sendWebhook(parts.options.pluginFetch, result.value);
    count("composeWebhook", wrong === null ? "successes" : "failures");
    if (wrong !== null) say("PLUGIN", "ERROR", `composeWebhook failed: ${wrong}`);
  };

  const handle = async (item: Item) => {
    const methods = (await keeper.ready())?.capabilities.methods;
    if (methods === undefined) return;
    if (item.event.event === SNAPSHOT) {
      if (methods.includes("onSnapshot")) await runHook("onSnapshot", item);
      return;
    }
    if (methods.includes("onEvent")) await runHook("onEvent", item);
    if (methods.includes("composeWebhook")) await runWebhook(item);
    if (methods.includes("exportEvents") && !ignored.has(item.event.event)) await gather(item.event);
  };

  const work = () => {
    while (active < AT_ONCE && waiting.length > 0) {
      const item = waiting.shift() as Item;
      active++;
      handle(item)
        .catch((error: unknown) => say("SYSTEM", "ERROR", `An event could not be handled: ${String(error)}`))
        .finally(() => {
          active--;
          work();
        });
    }
    if (active === 0 && waiting.length === 0) for (const resolve of idleWaiters.splice(0)) resolve();
  };

  const gather = async (event: PluginEvent) => {
    gathered.push(event);
    exportSize ??= await toExportSize(keeper);
    if (gathered.length >= exportSize) return flushExports();
    timer ??= setTimeout(() => void flushExports(), EXPORT_AFTER_MS).unref();
  };

  const flushExports = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = gathered;
    gathered = [];
    if (batch.length > 0) exporting = exporting.then(() => exportBatch({ batch, retries: 0 }));
    return exporting;
  };

  const exportBatch = async ({ batch, retries }: ExportPayload) => {
    const result = await keeper.call("exportEvents", [batch], [config.id]);
    if (result !== null && result.kind !== "error") {
      return count("exportEvents", retries === 0 ? "successes" : "successesOnRetry", batch.length);
    }
    // Null = the plugin is at rest: the events must not be lost by that.
    const thrown = result?.thrown ?? { name: "RetryError", message: "the plugin is not at work" };
    if (isWorthRetry(thrown) && retries < EXPORT_RETRIES) {
      const waitMs = 3000 * 2 ** retries;
      const payload: ExportPayload = { batch, retries: retries + 1 };
      addJob(parts, config, { name: EXPORT_JOB, payload, runAtMs: parts.clock.now() + waitMs });
      wake();
      return say(
        "SYSTEM",
        "WARN",
        `${batch.length} events will be exported again in ${waitMs / 1000} s: ${thrown.message}`,
      );
    }
    count("exportEvents", "failures", batch.length);
    say("PLUGIN", "ERROR", `exportEvents failed, ${batch.length} events were not exported: ${toText(thrown)}`);
  };

  return {
    add(events, origin) {
      if (keeper.methods !== null && !HOOKS.some((hook) => keeper.methods?.includes(hook))) return;
      for (const event of events) {
        if (waiting.length >= MAX_WAITING) lost++;
        else waiting.push({ event, origin });
      }
      if (lost > 0) say("SYSTEM", "WARN", `${lost} events were not told to the plugin: it is too slow for them.`);
      lost = 0;
      work();
    },
    flushExports,
    exportAgain: (payload) => exportBatch(payload as ExportPayload),
    idle: () =>
      new Promise((resolve) => {
        if (active === 0 && waiting.length === 0) resolve();
        else idleWaiters.push(resolve);
      }),
    drop() {
      return waiting.splice(0).length;
    },
  };
}

async function toExportSize(keeper: Keeper): Promise<number> {
  const result = await keeper.call("getSettings", [], []);
  const settings = result?.kind === "value" ? (result.value as { handlesLargeBatches?: unknown }) : {};
  return settings.handlesLargeBatches === true ? LARGE_EXPORT_BATCH : EXPORT_BATCH;
}
