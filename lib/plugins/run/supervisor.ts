import { toIso } from "../../base/clock.ts";
import type { Clock } from "../../base/clock.ts";
import { toEventMs } from "../sandbox/limits.ts";
import { UnloadableError } from "../sandbox/open-sandbox.ts";
import type { Services } from "../sandbox/request-queue.ts";
import type { Thrown } from "../guest/thrown.ts";
import type { PluginHost, PluginSettings, OpenPluginHost, Result } from "./plugin-host.ts";
import type { LogType, PluginLogs } from "./logs.ts";
import { OUTSIDE } from "./plugin-event.ts";
import type { Origin } from "./plugin-event.ts";
import type { ConfigKey, Parts } from "./parts.ts";

/** Keeps the plugin host of one config running: starts it, sets the plugin up, and replaces it when it broke. */
export interface Supervisor {
  /** The plugin host, set up; null = none for now, or never: events skip the plugin. */
  ready(): Promise<PluginHost | null>;
  /** Reports results of events; it also notices a host that broke during one of them, or that is nearly as slow as allowed. */
  came(events: number): void;
  /** Time of the stopped calls so far, in ms. */
  readonly lostMs: number;
  /** The plugin host paused, and no event or call has succeeded since: an event must not wait long for it. */
  readonly isDoubted: boolean;
  /** Runs a hook or job; null = the plugin does not work, or lacks the hook. */
  call(hook: string, values: readonly unknown[], origin: Origin): Promise<Result | null>;
  /** Names of the plugin's hooks; null = not loaded yet. */
  readonly methods: readonly string[] | null;
  /** Time of the next useful try, in epoch ms; zero = now. */
  readonly pausedUntilMs: number;
  /** The supervisor was closed; its unfinished work is left for the next supervisor. */
  readonly hasEnded: boolean;
  /** Ends it, with `teardownPlugin` when the plugin was set up. */
  close(): Promise<void>;
  /** Ends it at once: calls in progress give the same result as a plugin that does not work. */
  end(): void;
}

/** The resources of a supervisor. */
export interface SupervisorParts {
  parts: Parts;
  config: ConfigKey;
  settings: PluginSettings;
  open: OpenPluginHost;
  services: Services;
  logs: PluginLogs;
  /** Disables the config, with the reason. */
  disable(thrown: Thrown): void;
  /** Stores the error of the config until the plugin works; null = the error is resolved. */
  note(thrown: Thrown | null): void;
}

/** Pauses before setup is tried again, in ms; after the last pause the config is disabled (reference/plugins.md 8). */
const SETUP_RETRY_MS = [5000, 10_000, 20_000, 40_000];
/** Breaks in a row, without an event in between, after which the plugin host pauses, for longer each time. */
const MAX_IN_A_ROW = 3;
/** Breaks in a row, with three pauses among them, after which the config is disabled. */
const DISABLED_AFTER = 6;
/**
 * Time of stopped calls within `LOST_WINDOW_MS`, in multiples of the longest event. All work behind a stopped call
 * waits for it. Beyond this limit a pause follows each stop, and the pauses grow, whatever the plugin achieves in
 * between.
 */
const MAX_LOST_EVENTS = 3;
/** An event that takes this share of the longest time counts as lost too: the plugin answers, but nobody waits that long. */
const SLOW_SHARE = 1 / 3;
const LOST_WINDOW_MS = 600_000;
/** The same limit, in breaks, for a plugin that handles some events and breaks on others. */
const MAX_BREAKS = 10;
const PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 600_000;
/** Successful events and calls in a row after which earlier breaks are forgiven. */
const FORGIVEN_AFTER = 200;

export function createSupervisor(given: SupervisorParts): Supervisor {
  const { parts, config, settings, open, services, logs, disable, note } = given;
  const { clock } = parts;
  let host: PluginHost | null = null;
  let opening: Promise<PluginHost | null> | null = null;
  /** The plugin host during its setup. */
  let starting: PluginHost | null = null;
  let isOver = false;
  let hasEnded = false;
  /** The stored error may be of an earlier host. */
  let isNoted = true;
  /** Setup hung: callers do not wait for the next try. */
  let isSlowToStart = false;
  let setups = 0;
  let breaks = 0;
  let breaksInARow = 0;
  let pauses = 0;
  let goodInARow = 0;
  let pausedUntilMs = 0;
  let isDoubted = false;
  const eventMs = toEventMs(parts.options.pluginLimits ?? {});
  const lost = createLosses(clock, eventMs);
  let lostMs = 0;
  let methods: readonly string[] | null = null;
  const say = (type: LogType, message: string) => logs.add(config, "SYSTEM", type, message);
  const name = () => `Plugin ${config.pluginName} (config ${config.id}, instance ${logs.instanceId})`;

  const stop = (thrown: Thrown, why: string) => {
    isOver = true;
    say("ERROR", `${name()} ${why}: ${toText(thrown).replace(/\.$/, "")}. The config was disabled.`);
    disable(thrown);
  };

  const start = async (): Promise<PluginHost | null> => {
    let opened: PluginHost;
    try {
      opened = await open(settings, services);
    } catch (error) {
      if (error instanceof UnloadableError) stop(error.thrown, "could not be loaded");
      else retrySetup({ name: null, message: error instanceof Error ? error.message : String(error) });
      return null;
    }
    starting = opened;
    if (hasEnded) void opened.close();
    say("INFO", `${name()} was loaded.`);
    ({ methods } = opened.capabilities);
    if (!opened.capabilities.methods.includes("setupPlugin")) return opened;
    const result = await opened.call("setupPlugin", [], OUTSIDE);
    if (result !== null && result.kind !== "error") {
      setups = 0;
      isSlowToStart = false;
      say("DEBUG", `${name()} was set up.`);
      return opened;
    }
    await opened.close();
    if (hasEnded) return null;
    const thrown = result?.thrown ?? { name: "LimitError", message: opened.brokenBy ?? "It broke." };
    isSlowToStart = isLimit(thrown);
    if (isWorthRetry(thrown)) retrySetup(thrown);
    else stop(thrown, "could not be set up");
    return null;
  };

  const retrySetup = (thrown: Thrown) => {
    const waitMs = SETUP_RETRY_MS[setups++];
    if (waitMs === undefined) return stop(thrown, `could not be set up ${setups} times`);
    rest(waitMs, thrown);
    say("ERROR", `${name()} could not be set up: ${toText(thrown)}. The next try is in ${waitMs / 1000} seconds.`);
  };

  const rest = (ms: number, thrown: Thrown) => {
    pausedUntilMs = clock.now() + ms;
    tell({ ...thrown, message: `${thrown.message} Events pass the plugin by until ${toIso(pausedUntilMs)}.` });
  };

  const tell = (thrown: Thrown) => {
    note(thrown);
    isNoted = true;
  };

  const noticeBreak = () => {
    if (host === null || host.brokenBy === null) return;
    // Events do not wait longer for other calls.
    const heldMs = Math.min(host.heldMs, eventMs);
    lost.add(heldMs);
    lostMs += heldMs;
    end(host, host.brokenBy, host.isHung);
  };

  /** Ends a host whose events take so long that in the end it is as if it hung. */
  const noticeSlow = (events: number) => {
    if (host === null || host.tookMs < events * eventMs * SLOW_SHARE) return;
    lost.add(host.tookMs);
    if (lost.areTooMany()) end(host, `Its events took ${Math.round(host.tookMs / events)} ms each.`, true);
  };

  /** @param isHung events waited for it: it pauses at once, but what it waits for may come back, so it stays enabled */
  const end = (broken: PluginHost, reason: string, isHung: boolean) => {
    void broken.close();
    host = null;
    if (hasEnded) return;
    if (!isHung) breaksInARow = goodInARow === 0 ? breaksInARow + 1 : 1;
    goodInARow = 0;
    logs.add(config, "PLUGIN", "ERROR", `${name()} was stopped: ${reason}`);
    const thrown = { name: "LimitError", message: reason };
    if (!isHung && breaksInARow >= DISABLED_AFTER) return stop(thrown, "was stopped too often");
    if (!isHung && ++breaks < MAX_BREAKS && breaksInARow < MAX_IN_A_ROW && !lost.areTooMany()) return tell(thrown);
    const pauseMs = Math.min(PAUSE_MS * 2 ** pauses++, MAX_PAUSE_MS);
    rest(pauseMs, thrown);
    isDoubted = true;
    // One more break, and it pauses again.
    breaks = MAX_BREAKS - 1;
    say("WARN", `${name()} pauses: events pass it by for ${pauseMs / 1000} seconds.`);
  };

  /** Counts completed events and calls. */
  const forgive = (good: number) => {
    goodInARow += good;
    if (good > 0) isDoubted = false;
    if (isNoted && good > 0) {
      isNoted = false;
      note(null);
    }
    if (goodInARow < FORGIVEN_AFTER || lost.areTooMany()) return;
    breaks = 0;
    pauses = 0;
  };

  const ready = async (): Promise<PluginHost | null> => {
    noticeBreak();
    if (host !== null) return host;
    if (isOver || clock.now() < pausedUntilMs) return opening;
    opening ??= start().then((opened) => {
      host = opened;
      starting = null;
      opening = null;
      return opened;
    });
    return isSlowToStart ? null : opening;
  };

  return {
    ready,
    get methods() {
      return methods;
    },
    get pausedUntilMs() {
      return pausedUntilMs;
    },
    get hasEnded() {
      return hasEnded;
    },
    get lostMs() {
      return lostMs;
    },
    get isDoubted() {
      return isDoubted;
    },
    came(events) {
      // The event on which it broke is among them.
      const isBroken = host !== null && host.brokenBy !== null;
      forgive(isBroken ? Math.max(events - 1, 0) : events);
      if (isBroken) noticeBreak();
      else if (events > 0) noticeSlow(events);
    },
    async call(hook, values, origin) {
      // Twice, because it may break on another call before it reaches this call.
      for (let attempt = 0; attempt < 2; attempt++) {
        const current = await ready();
        if (current === null || !has(current, hook)) return null;
        const result = await current.call(hook, values, origin);
        if (current.brokenBy === null) forgive(1);
        noticeBreak();
        if (result !== null) return result;
      }
      return null;
    },
    async close() {
      isOver = true;
      await opening;
      noticeBreak();
      hasEnded = true;
      if (host === null) return;
      if (host.capabilities.methods.includes("teardownPlugin")) {
        const result = await host.call("teardownPlugin", [], OUTSIDE);
        if (result?.kind !== "value" && result?.kind !== "nothing") {
          say("ERROR", `${name()} failed to unload: ${toText(result?.thrown ?? { name: null, message: "it broke" })}`);
        }
      }
      await host?.close();
      host = null;
      say("INFO", `${name()} was unloaded.`);
    },
    end() {
      isOver = true;
      hasEnded = true;
      void starting?.close();
      void host?.close();
    },
  };
}

/** Sums the time of all that stopped calls have taken. */
function createLosses(clock: Clock, eventMs: number) {
  let stops: { atMs: number; heldMs: number }[] = [];
  return {
    add: (heldMs: number) => void stops.push({ atMs: clock.now(), heldMs }),
    areTooMany(): boolean {
      const fromMs = clock.now() - LOST_WINDOW_MS;
      stops = stops.filter(({ atMs }) => atMs > fromMs);
      return stops.reduce((sum, { heldMs }) => sum + heldMs, 0) >= MAX_LOST_EVENTS * eventMs;
    },
  };
}

function has({ capabilities }: PluginHost, hook: string): boolean {
  if (hook.startsWith("job ")) return capabilities.jobs.includes(hook.slice("job ".length));
  return capabilities.methods.includes(hook) || capabilities.scheduled_tasks.includes(hook);
}

/** The plugin asked for another try, or it took too long: the next try may succeed. */
export function isWorthRetry(thrown: Thrown): boolean {
  return thrown.name === "RetryError" || isLimit(thrown);
}

/** The plugin host broke, which the supervisor logs. */
export function isLimit({ name }: Thrown): boolean {
  return name === "LimitError";
}

/** A thrown value as text for a log. */
export function toText({ name, message, stack }: Thrown): string {
  if (stack !== undefined && stack !== "") return `${name ?? "Error"}: ${message}\n${stack}`.trimEnd();
  return name === null ? message : `${name}: ${message}`;
}
