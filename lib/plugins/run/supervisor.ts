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
  return new OneSupervisor(given);
}

class OneSupervisor implements Supervisor {
  readonly #given: SupervisorParts;
  #host: PluginHost | null = null;
  #opening: Promise<PluginHost | null> | null = null;
  /** The plugin host during its setup. */
  #starting: PluginHost | null = null;
  #isOver = false;
  hasEnded = false;
  /** The stored error may be of an earlier host. */
  #isNoted = true;
  /** Setup hung: callers do not wait for the next try. */
  #isSlowToStart = false;
  #setups = 0;
  #breaks = 0;
  #breaksInARow = 0;
  #pauses = 0;
  #goodInARow = 0;
  pausedUntilMs = 0;
  isDoubted = false;
  readonly #eventMs: number;
  readonly #lost: ReturnType<typeof createLosses>;
  lostMs = 0;
  methods: readonly string[] | null = null;

  constructor(given: SupervisorParts) {
    this.#given = given;
    this.#eventMs = toEventMs(given.parts.options.pluginLimits ?? {});
    this.#lost = createLosses(given.parts.clock, this.#eventMs);
  }

  #say(type: LogType, message: string) {
    return this.#given.logs.add(this.#given.config, "SYSTEM", type, message);
  }

  #name() {
    return `Plugin ${this.#given.config.pluginName} (config ${this.#given.config.id}, instance ${this.#given.logs.instanceId})`;
  }

  #stop(thrown: Thrown, why: string) {
    this.#isOver = true;
    this.#say("ERROR", `${this.#name()} ${why}: ${toLogText(thrown).replace(/\.$/, "")}. The config was disabled.`);
    this.#given.disable(thrown);
  }

  async #start(): Promise<PluginHost | null> {
    let opened: PluginHost;
    try {
      opened = await this.#given.open(this.#given.settings, this.#given.services);
    } catch (error) {
      if (error instanceof UnloadableError) this.#stop(error.thrown, "could not be loaded");
      else this.#retrySetup({ name: null, message: error instanceof Error ? error.message : String(error) });
      return null;
    }
    this.#starting = opened;
    if (this.hasEnded) void opened.close();
    this.#say("INFO", `${this.#name()} was loaded.`);
    ({ methods: this.methods } = opened.capabilities);
    if (!opened.capabilities.methods.includes("setupPlugin")) return opened;
    const result = await opened.call("setupPlugin", [], OUTSIDE);
    if (result !== null && result.kind !== "error") {
      this.#setups = 0;
      this.#isSlowToStart = false;
      this.#say("DEBUG", `${this.#name()} was set up.`);
      return opened;
    }
    await opened.close();
    if (this.hasEnded) return null;
    const thrown = result?.thrown ?? { name: "LimitError", message: opened.brokenBy ?? "It broke." };
    this.#isSlowToStart = isLimit(thrown);
    if (isWorthRetry(thrown)) this.#retrySetup(thrown);
    else this.#stop(thrown, "could not be set up");
    return null;
  }

  #retrySetup(thrown: Thrown) {
    const waitMs = SETUP_RETRY_MS[this.#setups++];
    if (waitMs === undefined) return this.#stop(thrown, `could not be set up ${this.#setups} times`);
    this.#rest(waitMs, thrown);
    this.#say(
      "ERROR",
      `${this.#name()} could not be set up: ${toLogText(thrown)}. The next try is in ${waitMs / 1000} seconds.`,
    );
  }

  #rest(ms: number, thrown: Thrown) {
    this.pausedUntilMs = this.#given.parts.clock.now() + ms;
    this.#tell({
      ...thrown,
      message: `${thrown.message} Events pass the plugin by until ${toIso(this.pausedUntilMs)}.`,
    });
  }

  #tell(thrown: Thrown) {
    this.#given.note(thrown);
    this.#isNoted = true;
  }

  #noticeBreak() {
    if (this.#host === null || this.#host.brokenBy === null) return;
    // Events do not wait longer for other calls.
    const heldMs = Math.min(this.#host.heldMs, this.#eventMs);
    this.#lost.add(heldMs);
    this.lostMs += heldMs;
    this.#end(this.#host, this.#host.brokenBy, this.#host.isHung);
  }

  /** Ends a host whose events take so long that in the end it is as if it hung. */
  #noticeSlow(events: number) {
    if (this.#host === null || this.#host.tookMs < events * this.#eventMs * SLOW_SHARE) return;
    this.#lost.add(this.#host.tookMs);
    if (this.#lost.areTooMany())
      this.#end(this.#host, `Its events took ${Math.round(this.#host.tookMs / events)} ms each.`, true);
  }

  /** @param isHung events waited for it: it pauses at once, but what it waits for may come back, so it stays enabled */
  #end(broken: PluginHost, reason: string, isHung: boolean) {
    void broken.close();
    this.#host = null;
    if (this.hasEnded) return;
    if (!isHung) this.#breaksInARow = this.#goodInARow === 0 ? this.#breaksInARow + 1 : 1;
    this.#goodInARow = 0;
    this.#given.logs.add(this.#given.config, "PLUGIN", "ERROR", `${this.#name()} was stopped: ${reason}`);
    const thrown = { name: "LimitError", message: reason };
    if (!isHung && this.#breaksInARow >= DISABLED_AFTER) return this.#stop(thrown, "was stopped too often");
    if (!isHung && ++this.#breaks < MAX_BREAKS && this.#breaksInARow < MAX_IN_A_ROW && !this.#lost.areTooMany())
      return this.#tell(thrown);
    const pauseMs = Math.min(PAUSE_MS * 2 ** this.#pauses++, MAX_PAUSE_MS);
    this.#rest(pauseMs, thrown);
    this.isDoubted = true;
    // One more break, and it pauses again.
    this.#breaks = MAX_BREAKS - 1;
    this.#say("WARN", `${this.#name()} pauses: events pass it by for ${pauseMs / 1000} seconds.`);
  }

  /** Counts completed events and calls. */
  #forgive(good: number) {
    this.#goodInARow += good;
    if (good > 0) this.isDoubted = false;
    if (this.#isNoted && good > 0) {
      this.#isNoted = false;
      this.#given.note(null);
    }
    if (this.#goodInARow < FORGIVEN_AFTER || this.#lost.areTooMany()) return;
    this.#breaks = 0;
    this.#pauses = 0;
  }

  async ready(): Promise<PluginHost | null> {
    this.#noticeBreak();
    if (this.#host !== null) return this.#host;
    if (this.#isOver || this.#given.parts.clock.now() < this.pausedUntilMs) return this.#opening;
    this.#opening ??= this.#start().then((opened) => {
      this.#host = opened;
      this.#starting = null;
      this.#opening = null;
      return opened;
    });
    return this.#isSlowToStart ? null : this.#opening;
  }

  came(events: number): void {
    // The event on which it broke is among them.
    const isBroken = this.#host !== null && this.#host.brokenBy !== null;
    this.#forgive(isBroken ? Math.max(events - 1, 0) : events);
    if (isBroken) this.#noticeBreak();
    else if (events > 0) this.#noticeSlow(events);
  }

  async call(hook: string, values: readonly unknown[], origin: Origin): Promise<Result | null> {
    // Twice, because it may break on another call before it reaches this call.
    for (let attempt = 0; attempt < 2; attempt++) {
      const current = await this.ready();
      if (current === null || !has(current, hook)) return null;
      const result = await current.call(hook, values, origin);
      if (current.brokenBy === null) this.#forgive(1);
      this.#noticeBreak();
      if (result !== null) return result;
    }
    return null;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#opening;
    this.#noticeBreak();
    this.hasEnded = true;
    if (this.#host === null) return;
    if (this.#host.capabilities.methods.includes("teardownPlugin")) {
      const result = await this.#host.call("teardownPlugin", [], OUTSIDE);
      if (result?.kind !== "value" && result?.kind !== "nothing") {
        this.#say(
          "ERROR",
          `${this.#name()} failed to unload: ${toLogText(result?.thrown ?? { name: null, message: "it broke" })}`,
        );
      }
    }
    await this.#host?.close();
    this.#host = null;
    this.#say("INFO", `${this.#name()} was unloaded.`);
  }

  end(): void {
    this.#isOver = true;
    this.hasEnded = true;
    void this.#starting?.close();
    void this.#host?.close();
  }
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
export function toLogText({ name, message, stack }: Thrown): string {
  if (stack !== undefined && stack !== "") return `${name ?? "Error"}: ${message}\n${stack}`.trimEnd();
  return name === null ? message : `${name}: ${message}`;
}
