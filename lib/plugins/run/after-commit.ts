import { toLogText } from "./supervisor.ts";
import type { Supervisor } from "./supervisor.ts";
import type { Category, Count } from "./metrics.ts";
import type { LogSource, LogType } from "./logs.ts";
import type { ConfigKey, Parts } from "./parts.ts";
import { matchActions } from "./match-actions.ts";
import { SNAPSHOT } from "./plugin-event.ts";
import type { Origin, StoredPluginEvent, Stored } from "./plugin-event.ts";
import { findEvent, toStoredEvent } from "./read-events.ts";
import type { StoredEvent } from "../../log/index.ts";
import { sendWebhook } from "./webhook.ts";

/** Calls a config's hooks for stored events: `onEvent`, `onSnapshot`, `onAction`, `composeWebhook`. */
export interface AfterCommit {
  add(events: readonly Stored[], origin: Origin): void;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
  /** Drops events whose calls have not begun. @returns their number */
  drop(): number;
}

/** Resources of the hooks. */
export interface AfterCommitParts {
  parts: Parts;
  config: ConfigKey;
  supervisor: Supervisor;
  say(source: LogSource, type: LogType, message: string): void;
  count(category: Category, count: Count, by?: number): void;
  /** Aborts when the config is ended at once. */
  ended: AbortSignal;
}

const HOOKS = ["onEvent", "onSnapshot", "onAction", "composeWebhook"];
/** Concurrent calls of a config, as many as its concurrent requests. More calls take more of the event loop. */
const AT_ONCE = 10;
/** Waiting events of a config; further ones are dropped, since all plugins share the memory. */
const MAX_WAITING = 10_000;

interface Item {
  event: Stored;
  origin: Origin;
}

export function createAfterCommit({ parts, config, supervisor, say, count, ended }: AfterCommitParts): AfterCommit {
  const waiting: Item[] = [];
  let active = 0;
  let lost = 0;
  const idleWaiters: (() => void)[] = [];

  const runHook = async (hook: "onEvent" | "onSnapshot" | "onAction", values: readonly unknown[], origin: Origin) => {
    const result = await supervisor.call(hook, values, origin);
    if (result === null) return;
    count("onEvent", result.kind === "error" ? "failures" : "successes");
    if (result.kind === "error") say("PLUGIN", "ERROR", `${hook} failed: ${toLogText(result.thrown)}`);
  };

  const runWebhook = async (event: StoredPluginEvent, origin: Origin) => {
    const result = await supervisor.call("composeWebhook", [toWebhookEvent(event)], origin);
    if (result === null || result.kind === "nothing") return;
    const wrong =
      result.kind === "error" ? toLogText(result.thrown) : await sendWebhook(parts.options, result.value, ended);
    count("composeWebhook", wrong === null ? "successes" : "failures");
    if (wrong !== null) say("PLUGIN", "ERROR", `composeWebhook failed: ${wrong}`);
  };

  const runActions = async (row: StoredEvent, event: unknown, origin: Origin) => {
    const actions = matchActions(parts, config.projectId, row);
    for (const action of actions) await runHook("onAction", [action, event], origin);
  };

  const handle = async ({ event: { uuid, event: name }, origin }: Item) => {
    const methods = (await supervisor.ready())?.capabilities.methods;
    if (methods === undefined || !HOOKS.some((hook) => methods.includes(hook))) return;
    const row = findEvent(parts, config.projectId, uuid);
    // Deleted meanwhile.
    if (row === undefined) return;
    const event = toStoredEvent(config.projectId, row);
    if (name === SNAPSHOT) {
      if (methods.includes("onSnapshot")) await runHook("onSnapshot", [event], origin);
      return;
    }
    if (methods.includes("onEvent")) await runHook("onEvent", [event], origin);
    if (methods.includes("onAction")) await runActions(row, event, origin);
    if (methods.includes("composeWebhook")) await runWebhook(event, origin);
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

  return {
    add(events, origin) {
      if (supervisor.methods !== null && !HOOKS.some((hook) => supervisor.methods?.includes(hook))) return;
      for (const event of events) {
        if (waiting.length >= MAX_WAITING) lost++;
        else waiting.push({ event, origin });
      }
      if (lost > 0) say("SYSTEM", "WARN", `${lost} events were not told to the plugin: it is too slow for them.`);
      lost = 0;
      work();
    },
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

/** An event for a webhook, with the person's address, as in PostHog; the sandbox makes the time a Date. */
function toWebhookEvent(event: StoredPluginEvent): object {
  const { person, site_url, distinct_id } = event;
  if (person === undefined) return event;
  return { ...event, person: { ...person, posthog_url: `${site_url}/person/${encodeURIComponent(distinct_id)}` } };
}
